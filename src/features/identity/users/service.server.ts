import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import type { Transaction } from '#server/database/open.ts'
import { users as table } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Dependencies, Service } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { changeProfile, readProfile } from '../account/profile.server.ts'
import { firstLink, makeFirstLink, makeLink, voidLinks } from '../invitations/links.server.ts'
import { hashPassword } from '../passwords/hash-password.server.ts'
import { recordUser } from '../record-user.server.ts'
import { removeSecondFactor } from '../second-factor/service.server.ts'
import { endSessions, lockUser } from '../sessions/sessions.server.ts'
import type { users } from './contract.ts'
import { lockOwners, readUser, readUsers } from './read-users.server.ts'

const lastOwner = () =>
  new Failure('conflict', 'This is the last active owner. Make somebody else an owner first.')

/** Actions that require the password on the user's own account must not bypass it here. */
function refuseSelf(user: { id: string }, id: string): void {
  if (id === user.id) throw new Failure('conflict', 'Use your own account for this.')
}

/** Handlers of later domains. They run in the transaction that deactivates a user. */
export type LeavingHandlers = {
  /** @throws Failure that says why the user cannot be deactivated yet. */
  assertMayLeave(tx: Transaction, userId: string): Promise<void>
  /** Frees what the user works on. */
  onLeave(deps: Dependencies, tx: Transaction, userId: string): Promise<void>
}

export const usersService = (leaving: LeavingHandlers): Service<typeof users> => ({
  async list({ db }) {
    return readUsers(db)
  },

  async invite(context, { username, email, role }) {
    const { db, jobs, user } = context
    // The password is random and never disclosed, so that the link is the only way in.
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
    try {
      const invited = await db.transaction(async (tx) => {
        const { id } = await withIdempotency(tx, context, 'user.invited', async () => {
          const [made] = await tx
            .insert(table)
            .values({ username, email: email || null, role, passwordHash, active: false })
            .returning()
          if (!made) throw new Error('The insert of a user returned no row.')
          await makeFirstLink(context, tx, made, user.id)
          await recordUser(tx, user, 'user.invited', made.id, { role })
          return made.id
        })
        const person = await readUser(tx, id)
        return { user: person, ...(await firstLink(context, tx, person)) }
      })
      jobs.wake()
      return invited
    } catch (error) {
      if (!isUniqueViolation(error, 'users_username_unique')) throw error
      const sentence = 'There is already a user with this name'
      throw new Failure('conflict', `${sentence}.`, { fields: { username: sentence } })
    }
  },

  async update(context, { id, role, active }) {
    const { db, user } = context
    const { person, ended } = await db.transaction(async (tx) => {
      const owners = await lockOwners(tx, user.id)
      await lockUser(tx, id)
      const before = await readUser(tx, id)
      const newRole = role !== undefined && role !== before.role
      const newActive = active !== undefined && active !== before.active
      if (newActive && before.state !== 'active' && before.state !== 'deactivated') {
        throw new Failure('conflict', 'This person hasn’t accepted the invitation yet.')
      }
      const stepsBack = (newRole && before.role === 'owner') || (newActive && before.active)
      if (stepsBack && owners.includes(id) && owners.length === 1) throw lastOwner()
      if (!newRole && !newActive) return { person: before, ended: false }
      if (newActive && !active) await leaving.assertMayLeave(tx, id)
      await tx
        .update(table)
        .set({ ...(newRole && { role }), ...(newActive && { active }) })
        .where(eq(table.id, id))
      if (newActive && !active) {
        await voidLinks(tx, id)
        await leaving.onLeave(context, tx, id)
      }
      await endSessions(tx, id)
      if (newRole) {
        await recordUser(tx, user, 'user.role_changed', id, { from: before.role, to: role })
      }
      if (newActive) {
        await recordUser(tx, user, active ? 'user.activated' : 'user.deactivated', id)
      }
      return { person: await readUser(tx, id), ended: true }
    })
    if (ended) sessionsEnded(context, { userId: id })
    if (ended && !person.active) {
      context.jobs.wake()
      inboxChanged(context, 'inbox', 'leads', 'automations', 'notifications')
    }
    return person
  },

  profile: ({ db }, { id }) => readProfile(db, id),

  saveProfile: (context, { id, ...change }) => changeProfile(context, id, change),

  async renewLink(context, { id }) {
    const { db, jobs, user } = context
    refuseSelf(user, id)
    const renewed = await db.transaction(async (tx) => {
      await lockUser(tx, id)
      const person = await readUser(tx, id)
      if (person.state === 'deactivated') {
        throw new Failure('conflict', 'Activate this user first.')
      }
      const joining = person.state !== 'active'
      const link = await makeLink(context, tx, { ...person, joining }, user.id)
      const action = joining ? 'user.invitation_renewed' : 'user.password_link_made'
      await recordUser(tx, user, action, id)
      return { user: await readUser(tx, id), ...link }
    })
    jobs.wake()
    return renewed
  },

  async cancelInvitation({ db, user }, { id }) {
    await db.transaction(async (tx) => {
      await lockUser(tx, id)
      const { state } = await readUser(tx, id)
      if (state !== 'invited' && state !== 'expired') {
        const sentence = 'This person has already joined. Deactivate them instead.'
        throw new Failure('conflict', sentence)
      }
      await tx.delete(table).where(eq(table.id, id))
      await recordUser(tx, user, 'user.invitation_cancelled', id)
    })
    return { success: true }
  },

  async resetSecondFactor(context, { id }) {
    const { db, user } = context
    refuseSelf(user, id)
    const person = await db.transaction(async (tx) => {
      await lockUser(tx, id)
      if (!(await removeSecondFactor(tx, id))) {
        throw new Failure('conflict', 'This user has no two-factor authentication.')
      }
      await endSessions(tx, id)
      await recordUser(tx, user, 'second_factor.reset', id)
      return readUser(tx, id)
    })
    sessionsEnded(context, { userId: id })
    return person
  },
})
