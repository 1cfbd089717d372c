import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { emptyInstallation, openInstallation } from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../database/open.ts'
import {
  automations,
  bookings,
  clients,
  hosts,
  jobs,
  mailMessages,
  meetingTypes,
  notificationDeliveries,
  storedState,
  users,
} from '../database/schema.ts'
import { makeBackup } from './backup.ts'
import { moveToPostgres } from './move.ts'
import { restoreBackup } from './restore.ts'

async function addMail(db: Database): Promise<void> {
  const mail = (n: number, more: Partial<typeof mailMessages.$inferInsert>) => ({
    direction: 'out' as const,
    kind: 'lead_alert' as const,
    messageId: `<${n}@n.test>` as const,
    text: 'Text' as const,
    toAddress: 'ana@n.test',
    subject: `${n}`,
    nextAttemptAt: new Date(),
    ...more,
  })
  await db
    .insert(mailMessages)
    .values([
      mail(1, { delivery: 'queued', leaseUntil: new Date() }),
      mail(2, { delivery: 'queued', kind: 'account' }),
      mail(3, { delivery: 'accepted' }),
      mail(4, { delivery: 'failed', errorCode: 'rejected' }),
      mail(5, { direction: 'in', kind: 'received' }),
    ])
  const delivery = { event: 'intake.failing', tag: 'check', payload: {} } as const
  await db.insert(notificationDeliveries).values([
    { ...delivery, dedupeKey: 'waits', nextAttemptAt: new Date() },
    { ...delivery, dedupeKey: 'went', state: 'delivered' },
  ])
}

async function addCall(db: Database): Promise<void> {
  const [user] = await db
    .insert(users)
    .values({ username: 'sam', role: 'agent', passwordHash: 'x' })
    .returning()
  const hostId = user?.id ?? ''
  await db.insert(hosts).values({ userId: hostId })
  const [type] = await db
    .insert(meetingTypes)
    .values({ slug: 'call', title: 'Call', locations: ['video'] })
    .returning()
  const start = Date.now() + 86_400_000
  await db.insert(bookings).values({
    meetingTypeId: type?.id ?? '',
    hostId,
    state: 'booked',
    wallTime: '',
    startsAt: new Date(start),
    endsAt: new Date(start + 1_800_000),
    bufferBefore: 0,
    bufferAfter: 0,
  })
  await db.insert(jobs).values([
    { name: 'bookings.remind', payload: {} },
    { name: 'mail.other', payload: {} },
  ])
}

async function addAutomations(db: Database): Promise<void> {
  const [client] = await db
    .insert(clients)
    .values({ name: 'Ada', email: 'a@n.example' })
    .returning()
  const clientId = client?.id ?? ''
  const due = { periodSeconds: 86_400, dueAt: new Date(), alertAfter: new Date() }
  await db.insert(automations).values([
    { clientId, name: '1', pingUuid: crypto.randomUUID(), state: 'up', ...due },
    {
      clientId,
      name: '2',
      pingUuid: crypto.randomUUID(),
      state: 'retired',
      periodSeconds: 86_400,
    },
  ])
}

const mailsOf = (db: Database) => db.select().from(mailMessages).orderBy(mailMessages.subject)

async function expectMailGivenUp(db: Database): Promise<void> {
  const idle = { nextAttemptAt: null, leaseUntil: null }
  expect(await mailsOf(db)).toMatchObject([
    { subject: '1', delivery: 'failed', errorCode: 'restored', text: 'Text', ...idle },
    { subject: '2', delivery: 'failed', errorCode: 'restored', text: '', ...idle },
    { subject: '3', delivery: 'accepted', errorCode: null },
    { subject: '4', delivery: 'failed', errorCode: 'rejected' },
    { subject: '5', delivery: null, errorCode: null },
  ])
  const deliveries = await db.select().from(notificationDeliveries)
  expect(deliveries.map(({ dedupeKey, state, error }) => [dedupeKey, state, error])).toEqual(
    expect.arrayContaining([
      ['waits', 'failed', 'restored'],
      ['went', 'delivered', null],
    ]),
  )
}

/** Reminders wait until somebody resumes them. */
async function expectRemindersPaused(db: Database): Promise<void> {
  expect(await db.select({ name: storedState.name }).from(storedState)).toEqual([
    { name: 'booking.paused' },
  ])
  expect(await db.select({ name: jobs.name }).from(jobs)).toEqual([{ name: 'mail.other' }])
}

/** The pings of the automations still go to the original. */
async function expectAutomationsPaused(db: Database): Promise<void> {
  const found = await db.select().from(automations).orderBy(automations.name)
  expect(found).toMatchObject([
    { state: 'paused', restoredAt: expect.any(Date), dueAt: null, alertAfter: null },
    { state: 'retired', restoredAt: null },
  ])
}

test('a copy writes to nobody by itself: mail is given up, reminders and automations are paused; a move keeps what waits', async () => {
  const from = await emptyInstallation('own and disk')
  const to = await emptyInstallation('outside and disk')
  const backup = join(temporaryDirectory(), 'backup')
  {
    await using first = await openInstallation(from)
    const { db } = first.database
    for (const add of [addMail, addCall, addAutomations]) await add(db)
  }
  await makeBackup({ config: from.config, target: backup, report: () => {} })
  const lines: string[] = []
  const options = { backup, report: (line: string) => void lines.push(line) }
  await restoreBackup({ config: to.config, ...options })
  expect(lines.at(-2)).toBe('Notifications that waited and are not sent: 1.')
  expect(lines.at(-1)).toBe('Mails that waited and are not sent: 2.')
  {
    await using restored = await openInstallation(to)
    const { db } = restored.database
    await expectMailGivenUp(db)
    await expectRemindersPaused(db)
    await expectAutomationsPaused(db)
  }

  const DATABASE_URL = await newEmptyDatabase()
  const config = readConfig({ ...from.environment, DATABASE_URL })
  await moveToPostgres({ config, report: () => {} })
  const moved = await openDatabase(config)
  const [first, second] = await mailsOf(moved.db)
  expect([first?.delivery, second?.delivery]).toEqual(['queued', 'queued'])
  await moved.close()
})
