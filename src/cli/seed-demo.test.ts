import { buffer } from 'node:stream/consumers'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients as calls } from '#features/clients/contract.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import * as tables from '#server/database/schema.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { fillDemo } from './fill-demo.ts'

test('the demo firm is whole, belongs together, and comes to a fresh installation alone', async () => {
  await using app = await openTestApp()
  const owner = await app.person('owner')
  const { db, deps } = app
  const now = new Date('2026-11-20T20:00:00Z')
  const line = await fillDemo(db, deps.storage, now)
  expect(line).toMatch(/^Added 25 clients, \d\d projects, \d\d notes, \d\d documents, 78 inquiries/)
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
