import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#features/notifications/delivery/contract.ts'
import {
  mailMessages,
  outages,
  receipts,
  automations as table,
  users,
} from '#server/database/schema.ts'
import { ping, register } from '#test/harness/automations.ts'
import { openTestApp, type Person, type TestApp } from '#test/harness/test-app.ts'
import { automations } from '../register/contract.ts'
import { recordHeartbeat } from '../watcher/heartbeat.server.ts'
import { remind } from '../watcher/reminders.server.ts'
import { watchTurn } from '../watcher/turn.server.ts'
import { incidents } from './contract.ts'

async function turn({ deps }: TestApp) {
  await recordHeartbeat(deps.db)
  return watchTurn(deps)
}

const urls = async (person: Person) =>
  (await person.call(notifications.list, {})).items.map(({ url }) => url)

const titles = async (person: Person) =>
  (await person.call(notifications.list, {})).items.map(({ title }) => title)

const receiptKinds = async ({ db }: TestApp) =>
  (await db.select({ kind: receipts.kind }).from(receipts).orderBy(receipts.no)).map(
    ({ kind }) => kind,
  )

/** Adds an outage from `from` until `to` seconds ago. */
const _away = ({ db }: TestApp, from: number, to: number) =>
  db.insert(outages).values({
    reason: 'away',
    fromAt: sql`now() - make_interval(secs => ${from})`,
    toAt: sql`now() - make_interval(secs => ${to})`,
  })

test('incidents of one recipient within a minute are one notification; mail goes to the assignee', async () => {
  await using app = await openTestApp({
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 's@n.test', MAIL_TO: 't@n.test' },
  })
  const ana = await app.person('agent', 'ana')
  const [{ id: assigneeId } = { id: '' }] = await app.db
    .update(users)
    .set({ email: 'ana@n.test' })
    .where(eq(users.username, 'ana'))
    .returning()
  const { admin, id, clientId, path } = await register(app, { assigneeId })
  const made = { clientId, name: 'Reports', assigneeId }
  const second = await admin.call(automations.create, made)
  await ping(app, `${path}/fail`)
  expect(await titles(ana)).toEqual(['[Failed] Invoices · Northfold'])
  expect(await urls(ana)).toEqual([`/admin/automations/${id}`])
  await ping(app, `${new URL(second.pingUrl ?? '').pathname}/fail`)
  expect(await titles(ana)).toEqual(['[Incidents] 2 automations need a person'])
  expect(await urls(ana)).toEqual(['/admin/automations'])
  const mails = await app.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.kind, 'notification'))
  expect(mails.map(({ subject }) => subject)).toContain('[Failed] Invoices · Northfold')
})

test('an incident that nobody acknowledges for 30 minutes is told to owners once', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const ana = await app.person('agent', 'ana')
  const [{ id: assigneeId } = { id: '' }] = await app.db
    .select()
    .from(users)
    .where(eq(users.username, 'ana'))
  const { path } = await register(app, { assigneeId })
  await ping(app, `${path}/fail`)
  await turn(app)
  expect(await titles(owner)).toEqual([])
  await app.db.execute(sql`update incidents set opened_at = opened_at - interval '31 minutes'`)
  for (const _ of [1, 2]) await turn(app)
  expect(await titles(owner)).toEqual(['[Not acknowledged] Invoices · Northfold'])
  const [incident] = (await ana.call(incidents.list, { open: true })).items
  const id = incident?.id ?? ''
  const taken = await ana.call(incidents.acknowledge, { id, note: 'On it' })
  expect(taken).toMatchObject({ acknowledgedBy: { name: 'ana' }, note: 'On it' })
  expect(await titles(ana)).toEqual([])
  const refused = owner.call(incidents.acknowledge, { id })
  await expect(refused).rejects.toMatchObject({ code: 'conflict', message: 'Acknowledged by ana.' })
  await owner.call(incidents.close, { id, note: 'Gone' })
  await expect(ana.call(incidents.acknowledge, { id })).rejects.toMatchObject({ code: 'conflict' })
  const kinds = await receiptKinds(app)
  expect(kinds.slice(-3)).toEqual(['incident.opened', 'incident.acknowledged', 'incident.closed'])
})

test('the third opening within an hour is flapping and not told again', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const { admin, path } = await register(app)
  for (let n = 0; n < 4; n++) {
    await ping(app, `${path}/fail`)
    await ping(app, path)
  }
  const { items } = await admin.call(incidents.list, {})
  expect(items.map(({ flapping }) => flapping)).toEqual([true, true, false, false])
  const opened = (await owner.call(notifications.list, {})).items
  expect(opened.filter(({ event }) => event === 'automation.incident_opened')).toEqual([])
})

test('ten that fall silent together are one summary', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const { clientId } = await register(app)
  for (let n = 0; n < 12; n++) {
    await app.db.insert(table).values({
      clientId,
      name: `Job ${n}`,
      state: 'late',
      pingUuid: crypto.randomUUID(),
      periodSeconds: 600,
      graceSeconds: 60,
      dueAt: sql`now() - interval '61 seconds'`,
      alertAfter: sql`now() - interval '1 second'`,
    })
  }
  await turn(app)
  expect(await titles(owner)).toEqual(['[Incidents] 12 automations are silent together'])
})

test('a credential is told of 30, 7 and 0 days before it expires, a review on its day; a new date ends it', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner', 'olga')
  const { admin, id } = await register(app)
  const on = (days: number) => new Date(Date.now() + days * 86_400_000)
  const day = (days: number) => on(days).toISOString().slice(0, 10)
  const credentials = [{ name: 'API key', expiresOn: day(40) }]
  const shown = await admin.call(automations.update, { id, version: 1, credentials })
  const notified = async (days: number) => {
    await remind(app.deps, on(days))
    await owner.call(notifications.read, {})
    const { items } = await owner.call(notifications.list, {})
    return items.filter(({ event }) => event === 'automation.credential_expiring').length
  }
  const counts: number[] = []
  for (const days of [5, 11, 12, 34, 35, 41, 42]) counts.push(await notified(days))
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
  const open = async () =>
    (await admin.call(incidents.list, { open: true })).items.map(({ cause }) => cause)
  expect(await open()).toEqual(['credential'])
  const later = [{ name: 'API key', expiresOn: day(400) }]
  const change = { id, version: shown.version, credentials: later, reviewOn: day(0) }
  await admin.call(automations.update, change)
  // In nearly all time zones, noon UTC is on the same day.
  await remind(app.deps, new Date(`${day(0)}T12:00Z`))
  expect(await open()).toEqual(['review'])
})
