import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import { users } from '#server/database/schema.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import { sessionsEnded } from '#server/security/revocation.ts'
import type { Service } from '#server/service/context.ts'
import { type Budget, takeOrRefuse } from '#server/service/rate-limits.ts'
import { confirmPassword } from '../passwords/check-password.server.ts'
import { recordUser } from '../record-user.server.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import { newSecret, secretContext, withCodeUsed } from './codes.server.ts'
import type { secondFactor } from './contract.ts'
import {
  dropRecoveryCodes,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from './recovery-codes.server.ts'

const attempts: Budget = { name: 'second-factor-attempts', points: 10, seconds: 15 * 60 }

const isOn = () => new Failure('conflict', 'Two-factor authentication is already on.')
const isOff = () => new Failure('conflict', 'Two-factor authentication isn’t on.')

/** @returns false if the second factor was not on. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [changed] = await tx
    .update(users)
    .set({ totpSecretEncrypted: null, totpConfirmedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.totpConfirmedAt)))
    .returning({ id: users.id })
  if (!changed) return false
  await dropRecoveryCodes(tx, userId)
  return true
}

export const secondFactorService: Service<typeof secondFactor> = {
  async show({ db, user }) {
    const [found] = await db
      .select({ confirmedAt: users.totpConfirmedAt })
      .from(users)
      .where(eq(users.id, user.id))
    const confirmedAt = found?.confirmedAt ?? null
    return {
      confirmedAt,
      recoveryCodesLeft: confirmedAt ? await recoveryCodesLeft(db, user.id) : 0,
    }
  },

  async start(context, { password }) {
    const row = await confirmPassword(context, password, 'password')
    const { encrypted, secret, address } = newSecret(context, row)
    const [started] = await context.db
      .update(users)
      .set({ totpSecretEncrypted: encrypted })
      .where(and(eq(users.id, row.id), isNull(users.totpConfirmedAt)))
      .returning({ id: users.id })
    if (!started) throw isOn()
    return { secret, address }
  },

  async confirm(context, { code }) {
    const { db, limits, user } = context
    const tooMany = 'Too many wrong codes. Please wait and try again.'
    await takeOrRefuse(limits, attempts, user.id, tooMany)
    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    if (row?.totpConfirmedAt) throw isOn()
    if (!row?.totpSecretEncrypted) throw new Failure('conflict', 'Start the setup again.')
    const used = withCodeUsed(context, row, code)
    if (!used) {
      const sentence = 'This code isn’t current'
      throw new Failure('invalid_input', `${sentence}.`, { fields: { code: sentence } })
    }
    const { totpSecretEncrypted } = row
    const codes = await db.transaction(async (tx) => {
      const [confirmed] = await tx
        .update(users)
        .set({ totpSecretEncrypted: used, totpConfirmedAt: sql`now()` })
        .where(
          and(
            eq(users.id, user.id),
            eq(users.totpSecretEncrypted, totpSecretEncrypted),
            isNull(users.totpConfirmedAt),
          ),
        )
        .returning({ id: users.id })
      if (!confirmed) throw isOn()
      // Other sessions were started without a code, so they end.
      await endSessions(tx, user.id, user.sessionId)
      await recordUser(tx, user, 'second_factor.enabled')
      return replaceRecoveryCodes(tx, user.id)
    })
    sessionsEnded(context, { userId: user.id, except: user.sessionId })
    await limits.forget(attempts, user.id)
    return { recoveryCodes: codes }
  },

  async renewCodes(context, { password }) {
    const { db, user } = context
    await confirmPassword(context, password, 'password')
    const codes = await db.transaction(async (tx) => {
      const [on] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, user.id), isNotNull(users.totpConfirmedAt)))
        .for('update')
      if (!on) throw isOff()
      await recordUser(tx, user, 'second_factor.codes_renewed')
      return replaceRecoveryCodes(tx, user.id)
    })
    return { recoveryCodes: codes }
  },

  async disable(context, { password }) {
    const { db, user } = context
    await confirmPassword(context, password, 'password')
    await db.transaction(async (tx) => {
      if (!(await removeSecondFactor(tx, user.id))) throw isOff()
      await recordUser(tx, user, 'second_factor.disabled')
    })
    return { success: true }
  },
}

export const secondFactorColumns: readonly EncryptedColumn[] = [
  {
    name: 'users.totp_secret_encrypted',
    table: users,
    key: users.id,
    column: users.totpSecretEncrypted,
    associatedData: (id) => secretContext(String(id)),
    lasts: true,
    async forget(db, id) {
      await db.transaction(async (tx) => {
        await removeSecondFactor(tx, String(id))
        await tx
          .update(users)
          .set({ totpSecretEncrypted: null })
          .where(eq(users.id, String(id)))
      })
    },
  },
]
