import { buffer } from 'node:stream/consumers'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automations as register } from '#features/automations/register/contract.ts'
import { closeDays } from '#features/automations/watcher/close-days.server.ts'
import { recordHeartbeat } from '#features/automations/watcher/heartbeat.server.ts'
import { remind } from '#features/automations/watcher/reminders.server.ts'
import { watchTurn } from '#features/automations/watcher/turn.server.ts'
import { agenda } from '#features/booking/agenda/contract.ts'
import { confirmPending } from '#features/booking/bookings/confirm-pending.server.ts'
import { refreshCalendars } from '#features/booking/hosts/refresh-calendars.server.ts'
import { watchCalendars } from '#features/booking/hosts/watch-calendars.server.ts'
import { clients as calls } from '#features/clients/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import * as tables from '#server/database/schema.ts'
import { wrongCells } from '#test/harness/bookings.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { fillDemo } from './fill-demo.ts'

test('the demo firm is whole, belongs together, and comes to a fresh installation alone', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const { db, deps } = app
  const now = new Date('2026-11-20T20:00:00Z')
  const line = await fillDemo(db, deps.storage, now)
  expect(line).toMatch(
    /^Added 25 clients, \d\d projects, \d\d notes, \d\d documents, 78 inquiries, 34 chats, 8 calls and 5 automations/,
  )
  await expect(fillDemo(db, deps.storage, now)).rejects.toThrow(/already has .* a new DATA_DIR\.$/)
  expect(await db.$count(tables.clients)).toBe(25)

  const { clients, total } = await owner.call(calls.list, {})
  expect([clients.length, total]).toEqual([20, 25])
  const leads = await allInquiries(owner)
  const statuses = new Set(leads.map(({ status }) => status))
  expect([...statuses].sort()).toEqual(['closed', 'contacted', 'converted', 'new', 'qualified'])
  const weeks = await db.execute<{ weeks: number }>(
    sql`select count(distinct date_trunc('week', created_at))::int as weeks from ${tables.inquiries}`,
  )
  expect(weeks.rows[0]?.weeks).toBeGreaterThanOrEqual(11)
  const late = await db.execute(
    sql`select 1 from ${tables.inquiries} where created_at > ${now.toISOString()} or first_contacted_at > ${now.toISOString()} or first_contacted_at < created_at`,
  )
  expect(late.rows).toEqual([])
  const { n, overdue, byEvidence } = await owner.call(inbox.stats, { days: 365 })
  expect(n).toBeGreaterThan(40)
  expect(byEvidence.stated).toBeGreaterThan(5)
  const { counts } = await owner.call(inbox.list, {})
  expect(counts.all).toBe(leads.filter(({ status }) => status === 'new').length)
  expect(overdue).toBeLessThanOrEqual(counts.all)
  const untimely = await db.execute(sql`
    select title from ${tables.projects} p join ${tables.clients} c on c.id = p.client_id
    where p.created_at < c.created_at or p.created_at > ${now.toISOString()}
    union all select n.content from ${tables.projectNotes} n
    join ${tables.projects} p on p.id = n.project_id
    where n.created_at < p.created_at or n.created_at > ${now.toISOString()}`)
  expect(untimely.rows).toEqual([])
  const converted = await db.$count(tables.clients, isNotNull(tables.clients.convertedFrom))
  expect(await db.$count(tables.inquiries, isNotNull(tables.inquiries.clientId))).toBe(converted)

  for (const { storageKey, fileSize, originalName } of await db
    .select()
    .from(tables.projectDocuments)) {
    const bytes = await buffer(await deps.storage.read(storageKey))
    expect([originalName, bytes.length]).toEqual([originalName, fileSize])
  }
  const chats = await db.select().from(tables.chatSessions)
  for (const { id, lastSeq, messageCount, lastMessage, lastMessageBy, lastMessageAt } of chats) {
    const messages = await db
      .select()
      .from(tables.chatMessages)
      .where(eq(tables.chatMessages.sessionId, id))
      .orderBy(tables.chatMessages.seq)
    expect(messages).toHaveLength(lastSeq)
    const chatMessages = messages.filter(({ senderType }) => senderType !== 'system')
    const last = chatMessages.at(-1)
    expect([messageCount, lastMessage, lastMessageBy, lastMessageAt]).toEqual([
      chatMessages.length,
      last?.content,
      last?.senderType,
      last?.sentAt,
    ])
  }
})

test('five automations of three clients have 90 runs each, and raise no alarm by being there', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { db, deps } = app
  await fillDemo(db, deps.storage, new Date())
  const shown = await owner.call(register.list, {})
  expect(shown.items.map(({ state }) => state)).toEqual(['down', 'late', 'paused', 'up', 'up'])
  expect(new Set(shown.items.map(({ client }) => client.id)).size).toBe(3)
  const threeDays = Date.now() + 70 * 3_600_000
  for (const { id, strip, state, openIncident } of shown.items) {
    const outcomes = new Set(strip.map(({ outcome }) => outcome))
    expect([strip.length, [...outcomes].sort()]).toEqual([90, ['failed', 'missed', 'ok']])
    expect(strip.filter(({ late }) => late).length).toBeGreaterThan(3)
    expect(strip.at(-1)?.outcome).toBe(state === 'down' ? 'failed' : 'ok')
    expect(openIncident?.cause).toBe(state === 'down' ? 'failed' : undefined)
    const one = await owner.call(register.show, { id })
    expect(one).toMatchObject({ description: expect.stringMatching(/\.$/), running: false })
    expect(one.tools.length * one.credentials.length).toBeGreaterThan(0)
    expect(one.assignee?.name).toBe(owner.username)
    if (state === 'up' || state === 'late')
      expect(Date.parse(one.alertAfter ?? '')).toBeGreaterThan(threeDays)
  }
  expect(shown.items.flatMap(({ strip }) => strip).some(({ human }) => human)).toBe(true)

  const unequal = await db.execute(sql`
    select r.* from (
      select automation_id, count(*) filter (where outcome = 'ok') as ok,
        count(*) filter (where outcome = 'failed') as failed, sum(missed_count) as missed,
        count(*) filter (where late_ms > 0) as late, count(*) filter (where late_ms = 0) as on_time,
        sum(items) as items, sum(human_decisions) as decided, sum(duration_ms) as took
      from runs group by 1) r
    join (
      select automation_id, sum(ok) as ok, sum(failed) as failed, sum(missed) as missed,
        sum(late) as late, sum(on_time) as on_time, sum(items) as items,
        sum(human_decisions) as decided, sum(duration_ms) as took
      from automation_days group by 1) d using (automation_id)
    where (r.ok, r.failed, r.missed, r.late, r.on_time, r.items, r.decided, r.took)
      is distinct from (d.ok, d.failed, d.missed, d.late, d.on_time, d.items, d.decided, d.took)`)
  expect(unequal.rows).toEqual([])
  const untimely = await db.execute(sql`
    select a.name from automations a join clients c on c.id = a.client_id
      left join projects p on p.id = a.project_id
    where a.created_at < greatest(c.created_at, p.created_at)
    union all select a.name from automations a join runs r on r.automation_id = a.id
    where r.finished_at > now() or r.finished_at < a.created_at`)
  expect(untimely.rows).toEqual([])

  const before = [await db.$count(tables.incidents), await db.$count(tables.receipts)]
  await recordHeartbeat(db)
  expect(await watchTurn(deps)).toBe(0)
  await closeDays(deps)
  await remind(deps)
  expect([await db.$count(tables.incidents), await db.$count(tables.receipts)]).toEqual(before)
  expect(await db.$count(tables.notifications)).toBe(0)
  expect((await owner.call(register.list, {})).items).toEqual(shown.items)
})

test('eight calls of two hosts are shown, and nobody is told of them', async () => {
  await using app = await openTestApp({ seeded: true })
  const owner = await app.person('owner')
  const { db, deps } = app
  await fillDemo(db, deps.storage, new Date())
  const now = Date.now()
  const { items, hosts, calendars } = await owner.call(agenda.list, {})
  expect(hosts.map(({ name }) => name)).toContain('Mara Lindqvist')
  expect(calendars).toMatchObject([{ error: 'not_connected', readable: false }])
  expect(
    items
      .map(({ outcome, state }) => outcome ?? state)
      .sort()
      .join(),
  ).toBe('booked,booked,booked,cancelled,happened,happened,no_show,pending')
  expect(items.every(({ start, outcome }) => Date.parse(start) < now === (outcome !== null))).toBe(
    true,
  )
  const { items: waiting } = await owner.call(inbox.list, {})
  expect(waiting.filter(({ reopenReason }) => reopenReason === 'cancelled')).toHaveLength(1)
  expect(await wrongCells(app)).toEqual([])

  const jobs = { ...deps, log: app.fastify.log }
  await confirmPending.run(jobs, {})
  await refreshCalendars.run(jobs, {})
  await watchCalendars.run(jobs, {})
  expect((await owner.call(agenda.list, {})).items).toEqual(items)
  expect(await db.$count(tables.mailMessages)).toBe(0)
  expect(await db.$count(tables.notifications)).toBe(0)
})
