import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newEmptyDatabase } from '#test/harness/database.ts'
import { emptyInstallation, openInstallation } from '#test/harness/installation.ts'
import { temporaryDirectory } from '#test/harness/temporary-directory.ts'
import { readConfig } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
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

test('waiting mail is given up, a move keeps it', async () => {
  const [from, to] = [
    await emptyInstallation('own and disk'),
    await emptyInstallation('own and disk'),
  ]
  const backup = join(temporaryDirectory(), 'backup')
  {
    await using first = await openInstallation(from)
    const mail = (n: number, more: Partial<typeof mailMessages.$inferInsert>) => ({
      ...({
        direction: 'out',
        kind: 'lead_alert',
        messageId: `<${n}@n.test>`,
        text: 'Text',
      } as const),
      ...{ toAddress: 'ana@n.test', subject: `${n}`, nextAttemptAt: new Date(), ...more },
    })
    await first.database.db
      .insert(mailMessages)
      .values([
        mail(1, { delivery: 'queued', leaseUntil: new Date() }),
        mail(2, { delivery: 'queued', kind: 'account' }),
        mail(3, { delivery: 'accepted' }),
        mail(4, { delivery: 'failed', errorCode: 'rejected' }),
        mail(5, { direction: 'in', kind: 'received' }),
      ])
    const delivery = { event: 'intake.failing', tag: 'check', payload: {} } as const
    await first.database.db.insert(notificationDeliveries).values([
      { ...delivery, dedupeKey: 'waits', nextAttemptAt: new Date() },
      { ...delivery, dedupeKey: 'went', state: 'delivered' },
    ])
  }
  await makeBackup({ config: from.config, target: backup, report: () => {} })
  const lines: string[] = []
  const options = { backup, report: (line: string) => void lines.push(line) }
  await restoreBackup({ config: to.config, ...options })
  expect(lines.at(-2)).toBe('Notifications that waited and are not sent: 1.')
  expect(lines.at(-1)).toBe('Mails that waited and are not sent: 2.')
  const mailsOf = ({ db }: OpenDatabase) =>
    db.select().from(mailMessages).orderBy(mailMessages.subject)
  {
    await using restored = await openInstallation(to)
    const idle = { nextAttemptAt: null, leaseUntil: null }
    expect(await mailsOf(restored.database)).toMatchObject([
      { subject: '1', delivery: 'failed', errorCode: 'restored', text: 'Text', ...idle },
      { subject: '2', delivery: 'failed', errorCode: 'restored', text: '', ...idle },
      { subject: '3', delivery: 'accepted', errorCode: null },
      { subject: '4', delivery: 'failed', errorCode: 'rejected' },
      { subject: '5', delivery: null, errorCode: null },
    ])
    const { db } = restored.database
    const deliveries = await db.select().from(notificationDeliveries)
    expect(deliveries.map(({ dedupeKey, state, error }) => [dedupeKey, state, error])).toEqual(
      expect.arrayContaining([
        ['waits', 'failed', 'restored'],
        ['went', 'delivered', null],
      ]),
    )
  }

  const DATABASE_URL = await newEmptyDatabase()
  const config = readConfig({ ...from.environment, DATABASE_URL })
  await moveToPostgres({ config, report: () => {} })
  const moved = await openDatabase(config)
  const [first, second] = await mailsOf(moved)
  expect([first?.delivery, second?.delivery]).toEqual(['queued', 'queued'])
  await moved.close()
})

test('a copy with calls waits for somebody who resumes their reminders', async () => {
  const [from, to] = [
    await emptyInstallation('own and disk'),
    await emptyInstallation('own and disk'),
  ]
  const backup = join(temporaryDirectory(), 'backup')
  {
    await using first = await openInstallation(from)
    const { db } = first.database
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
      ...{ meetingTypeId: type?.id ?? '', hostId, state: 'booked', wallTime: '' },
      ...{ startsAt: new Date(start), endsAt: new Date(start + 1_800_000) },
      ...{ bufferBefore: 0, bufferAfter: 0 },
    })
    await db.insert(jobs).values([
      { name: 'bookings.remind', payload: {} },
      { name: 'mail.other', payload: {} },
    ])
  }
  await makeBackup({ config: from.config, target: backup, report: () => {} })
  await restoreBackup({ config: to.config, backup, report: () => {} })
  await using restored = await openInstallation(to)
  const { db } = restored.database
  expect(await db.select({ name: storedState.name }).from(storedState)).toEqual([
    { name: 'booking.paused' },
  ])
  expect(await db.select({ name: jobs.name }).from(jobs)).toEqual([{ name: 'mail.other' }])
})

test('automations of a copy are paused: their pings go to the original', async () => {
  const [from, to] = [
    await emptyInstallation('own and disk'),
    await emptyInstallation('own and disk'),
  ]
  const backup = join(temporaryDirectory(), 'backup')
  {
    await using first = await openInstallation(from)
    const { db } = first.database
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
  await makeBackup({ config: from.config, target: backup, report: () => {} })
  await restoreBackup({ config: to.config, backup, report: () => {} })
  await using restored = await openInstallation(to)
  const found = await restored.database.db.select().from(automations).orderBy(automations.name)
  expect(found).toMatchObject([
    { state: 'paused', restoredAt: expect.any(Date), dueAt: null, alertAfter: null },
    { state: 'retired', restoredAt: null },
  ])
})
