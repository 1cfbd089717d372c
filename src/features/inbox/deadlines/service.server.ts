import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#contract/failure.ts'
import { notify } from '#features/notifications/delivery/notify.server.ts'
import { isAway } from '#features/notifications/presence/service.server.ts'
import { byName } from '#server/database/by-name.ts'
import { databaseTime } from '#server/database/clock.ts'
import type { Transaction } from '#server/database/open.ts'
import { presence, replyDeadlines as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { job } from '#server/jobs/jobs.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import type { inbox } from './contract.ts'
import {
  assign,
  type Deadline,
  meetDeadline,
  recordEvent,
  subjectOf,
  waiveDeadline,
} from './deadlines.server.ts'
import { withdraw } from './evidence.server.ts'
import { eventsOf, findItem, subjectItems } from './items.server.ts'
import { listItems } from './list.server.ts'
import { aboutDeadline, readFacts, subjectWords } from './notices.server.ts'
import { reopenDeadline } from './reopen-deadline.server.ts'
import { replyStats } from './stats.server.ts'

const usualDays = 90
const maxSnoozeMs = 30 * 86_400_000

const unknown = () => new Failure('not_found', 'This isn’t in the inbox')

async function lock(tx: Transaction, id: string): Promise<Deadline> {
  const [deadline] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!deadline) throw unknown()
  return deadline
}

async function nameOf(tx: Transaction, userId: string): Promise<string | undefined> {
  const [user] = await tx
    .select({ name: staffName(users), active: users.active })
    .from(users)
    .where(eq(users.id, userId))
  return user?.active ? user.name : undefined
}

async function actorOf(tx: Transaction, { user }: SignedInContext) {
  return { id: user.id, name: (await nameOf(tx, user.id)) ?? user.username }
}

/**
 * Changes an open deadline under its lock and records the act with `details`, which contain no
 * texts.
 *
 * @throws Failure `conflict` if the deadline is met or waived.
 */
async function change(
  context: SignedInContext,
  id: string,
  action: 'taken' | 'assigned' | 'snoozed' | 'reply_stated' | 'waived' | 'reopened',
  details: Record<string, unknown>,
  act: (tx: Transaction, deadline: Deadline) => Promise<unknown>,
) {
  const { db, user } = context
  const item = await db.transaction(async (tx) => {
    const deadline = await lock(tx, id)
    if (action !== 'reopened' && (deadline.metAt || deadline.waivedAt)) {
      const state = deadline.metAt ? 'answered' : 'closed without an answer'
      throw new Failure('conflict', `This was ${state} already.`)
    }
    await act(tx, deadline)
    const changed = await findItem(tx, id)
    if (!changed) throw unknown()
    const { subject, clientId } = changed
    await record(tx, user, {
      action: `inbox.${action}`,
      subject: subject.type,
      subjectId: subject.id,
      clientId,
      details,
    })
    return changed
  })
  context.jobs.wake()
  const leads = item.subject.type === 'inquiry' ? (['leads'] as const) : []
  inboxChanged(context, 'inbox', 'notifications', ...leads)
  return item
}

export const inboxService: Service<typeof inbox> = {
  list: ({ db, user }, listing) => listItems(db, listing, user.id),

  stats: ({ db }, { days = usualDays }) => replyStats(db, days),

  async assignees({ db }) {
    const name = staffName(users)
    const found = await db
      .select({ id: users.id, name, isAway: sql<boolean>`coalesce(${isAway}, false)` })
      .from(users)
      .leftJoin(presence, eq(presence.userId, users.id))
      .where(eq(users.active, true))
      .orderBy(byName(name))
    return found.map(({ isAway: away, ...user }) => ({
      ...user,
      presence: away ? ('away' as const) : ('available' as const),
    }))
  },

  async history({ db }, { type, id }) {
    const subjects = {
      inquiry: { inquiryId: id },
      chat: { chatSessionId: id },
      thread: { threadId: id },
    }
    const items = await subjectItems(db, subjects[type])
    const ids = items.map((item) => item.id)
    return { items, events: await eventsOf(db, ids) }
  },

  async show({ db }, { id }) {
    const [item, events] = await Promise.all([findItem(db, id), eventsOf(db, [id])])
    if (!item) throw unknown()
    return { item, events }
  },

  take: (context, { id }) =>
    change(context, id, 'taken', {}, async (tx, deadline) => {
      const { assigneeId } = deadline
      if (assigneeId === context.user.id) return
      if (assigneeId) {
        throw new Failure('conflict', `${await nameOf(tx, assigneeId)} has taken this.`)
      }
      await assign(tx, deadline, await actorOf(tx, context), context.user.id)
    }),

  assign: (context, { id, assigneeId }) =>
    change(context, id, 'assigned', { assigneeId }, async (tx, deadline) => {
      const name = assigneeId && (await nameOf(tx, assigneeId))
      if (assigneeId && !name) throw fieldFailure('assigneeId', 'Choose an active user')
      const assignee = assigneeId && name ? { id: assigneeId, name } : null
      await assign(tx, deadline, assignee, context.user.id)
      if (!assignee) return
      const facts = await readFacts(tx, deadline)
      await notify(context, tx, {
        ...aboutDeadline(deadline, facts),
        event: 'lead.assigned',
        eventKey: `assigned ${randomUUID()}`,
        title: `Assigned to you: ${subjectWords(deadline.kind, facts.number)}`,
        to: { users: [assignee.id] },
        except: context.user.id,
      })
    }),

  snooze: (context, { id, until }) =>
    change(context, id, 'snoozed', { until }, async (tx, deadline) => {
      const ms = until.getTime() - (await databaseTime(tx)).getTime()
      if (ms <= 0) throw fieldFailure('until', 'Choose a time in the future')
      if (ms > maxSnoozeMs) throw fieldFailure('until', 'Choose a time within 30 days')
      await setSnooze(tx, deadline, until, context.user.id)
      await context.jobs.add(tx, endSnoozes, {}, { runAt: until })
    }),

  unsnooze: (context, { id }) =>
    change(context, id, 'snoozed', { until: null }, async (tx, deadline) => {
      if (deadline.snoozedUntil) await setSnooze(tx, deadline, null, context.user.id)
    }),

  stateReply: (context, { id, how, note, ...given }) =>
    change(context, id, 'reply_stated', { how }, async (tx, deadline) => {
      const now = await databaseTime(tx)
      const { at = now } = given
      if (at > now) throw fieldFailure('at', 'Choose a time that has passed')
      if (at < deadline.openedAt) throw fieldFailure('at', 'Choose a time after this arrived')
      const by = await actorOf(tx, context)
      const stated = { evidence: 'stated', at, by, how, note: note ?? null } as const
      await meetDeadline(context, tx, subjectOf(deadline), stated)
    }),

  waive: (context, { id, reason, note }) =>
    change(context, id, 'waived', { reason }, (tx, deadline) =>
      waiveDeadline(context, tx, subjectOf(deadline), {
        reason,
        by: context.user.id,
        note: note ?? null,
      }),
    ),

  reopen: (context, { id }) =>
    change(context, id, 'reopened', {}, async (tx, deadline) => {
      const isTakenBack = deadline.waivedAt || deadline.evidence === 'stated'
      if (!isTakenBack) {
        const message = 'Only a stated reply and “No reply needed” can be taken back.'
        throw new Failure('conflict', message)
      }
      const { id: by } = context.user
      if (deadline.waivedAt) await reopenDeadline(context, tx, deadline, 'taken_back', by)
      else await withdraw(context, tx, deadline, 'taken_back', by)
    }),
}

/** Updates the lists when a snooze has ended. */
export const endSnoozes = job({
  name: 'inbox.snooze_ended',
  payload: z.object({}),
  async run(deps) {
    inboxChanged(deps, 'inbox')
  },
})

async function setSnooze(tx: Transaction, { id }: Deadline, until: Date | null, actorId: string) {
  await tx.update(table).set({ snoozedUntil: until, changedAt: sql`now()` }).where(eq(table.id, id))
  await recordEvent(tx, id, 'snoozed', actorId, { until })
}
