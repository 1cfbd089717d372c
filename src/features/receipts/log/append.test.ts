import { createHash, verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { insertRow } from '#server/database/insert.ts'
import { newId } from '#server/database/new-id.ts'
import { clients, receiptDisclosures, receiptKeys, receipts } from '#server/database/schema.ts'
import { append } from '#test/harness/receipts.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { appendReceipt } from './append.server.ts'
import { canonical } from './canonical.ts'
import type { NewReceipt } from './record.server.ts'
import { publicKeyOf } from './signing-keys.server.ts'

const leadId = '0190a0b0-0000-7000-8000-000000000001'
const lead = {
  kind: 'lead.received',
  actor: { kind: 'visitor', ref: 'Ada@N.test' },
  subject: { type: 'lead', ref: leadId },
  data: { leadRef: leadId, kind: 'inquiry', dueAt: '2026-11-26T09:00:00.000Z' },
  person: 'Ada@N.test',
} as const satisfies NewReceipt<'lead.received'>

async function stored({ db }: TestApp, id: string) {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id))
  if (!row) throw new Error('There is no such receipt.')
  return { ...row, parsed: JSON.parse(row.record) }
}

test('a receipt is signed canonical JSON with salted hashes of what is personal', async () => {
  await using app = await openTestApp()
  const row = await stored(app, await append(app, lead))
  expect(row.parsed).toMatchObject({
    type: 'receipt/1',
    id: row.id,
    kind: 'lead.received',
    actor: { kind: 'visitor' },
    subject: { type: 'lead' },
    data: { kind: 'inquiry', dueAt: '2026-11-26T09:00:00.000Z' },
  })
  expect(row.record).toBe(canonical(row.parsed))
  expect(row.record).not.toMatch(/ada@|0190a0b0-0000/i)
  const [key] = await app.db.select().from(receiptKeys)
  const publicKey = publicKeyOf(key?.publicKey ?? Buffer.of())
  expect(verify(null, Buffer.from(row.record), publicKey, row.signature)).toBe(true)
  const opened = await app.db
    .select()
    .from(receiptDisclosures)
    .where(eq(receiptDisclosures.receiptId, row.id))
  const open = (name: string) => {
    const found = opened.find((each) => each.name === name)
    if (!found) throw new Error(`${name} is not disclosed.`)
    const hash = createHash('sha256').update(found.salt).update(found.value).digest('hex')
    return { ...found, hash }
  }
  expect(opened).toHaveLength(3)
  expect(open('data.leadRef')).toMatchObject({ value: leadId, hash: row.parsed.data.leadRef })
  expect(open('subject.ref')).toMatchObject({ value: leadId, hash: row.parsed.subject.ref })
  expect(open('actor.ref')).toMatchObject({ value: 'Ada@N.test', hash: row.parsed.actor.ref })
  expect(new Set(opened.map(({ person }) => person))).toEqual(new Set(['ada@n.test']))
  expect(new Set(opened.map(({ salt }) => Buffer.from(salt).toString('hex'))).size).toBe(3)
})

test('the time of a receipt is that of the database, and the log begins with its own start', async () => {
  await using app = await openTestApp()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  const row = await stored(app, await append(app, lead))
  expect(Math.abs(Date.parse(row.parsed.at) - row.createdAt.getTime())).toBeLessThan(10_000)
  const [first] = await app.db.select().from(receipts).orderBy(receipts.no)
  expect(JSON.parse(first?.record ?? '')).toMatchObject({
    kind: 'log.started',
    subject: { type: 'log' },
    data: { origin: 'https://counterfoil.example' },
  })
})

test('without its act there is no receipt', async () => {
  await using app = await openTestApp()
  await append(app, lead)
  const failing = app.db.transaction(async (tx) => {
    await appendReceipt(app.deps, tx, lead)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await app.db.$count(receipts)).toBe(2)
})

test('a repeated key writes nothing and answers the first receipt', async () => {
  await using app = await openTestApp()
  const once = { ...lead, uniqueKey: `lead:${leadId}` }
  const first = await append(app, once)
  const others = await Promise.all([1, 2, 3].map(() => append(app, once)))
  expect(new Set(others)).toEqual(new Set([first]))
  expect(await app.db.$count(receipts)).toBe(2)
  expect(await app.db.$count(receiptDisclosures)).toBe(3)
})

test('wrong data fails the act', async () => {
  await using app = await openTestApp()
  const wrong: [Record<string, unknown>, string][] = [
    [{ ...lead, kind: 'lead.lost' }, 'undefined'],
    [{ ...lead, data: { ...lead.data, note: 'x' } }, 'wrong members'],
    [{ ...lead, data: { leadRef: leadId } }, 'wrong members'],
    [{ ...lead, subject: { type: 'client' } }, 'not about'],
    [{ ...lead, subject: { type: 'lead', id: 'ü' } }, 'printable ASCII'],
    [{ ...lead, subject: { type: 'lead', id: 'x'.repeat(4_096) } }, '4 KB'],
  ]
  for (const [receipt, message] of wrong) {
    await expect(append(app, receipt as NewReceipt<'lead.received'>)).rejects.toThrow(message)
  }
  expect(await app.db.$count(receipts)).toBe(0)
})

test('a stored receipt is neither changed nor deleted', async () => {
  await using app = await openTestApp()
  const id = await append(app, { ...lead, uniqueKey: 'a' })
  const refused = { cause: { message: 'receipts are neither changed nor deleted' } }
  const row = eq(receipts.id, id)
  const leaf = Buffer.alloc(32)
  await app.db.update(receipts).set({ seq: 7, leaf }).where(row)
  for (const change of [
    { record: '{}' },
    { signature: Buffer.alloc(64) },
    { kind: 'mail.bounced' },
    { no: 9 },
    { id: newId() },
    { subjectType: 'x' },
    { subjectId: 'x' },
    { uniqueKey: null },
    { createdAt: new Date(0) },
    { seq: 8 },
    { seq: null },
    { leaf: null },
  ]) {
    await expect(app.db.update(receipts).set(change).where(row)).rejects.toMatchObject(refused)
  }
  await expect(app.db.delete(receipts).where(row)).rejects.toMatchObject(refused)
  await expect(app.db.execute('truncate receipts cascade')).rejects.toMatchObject(refused)
  await app.db.update(receipts).set({ subjectId: null }).where(row)
})

test('a deleted client leaves the receipts, without what leads to the client', async () => {
  await using app = await openTestApp()
  const { db } = app
  const id = await db.transaction((tx) => insertRow(tx, clients, { name: 'N', email: 'n@n.test' }))
  const receipt = await append(app, {
    kind: 'automation.created',
    actor: { kind: 'user', ref: leadId },
    subject: { type: 'automation', id: leadId },
    data: { clientRef: id, version: 1 },
    clientId: id,
  })
  expect(await stored(app, receipt)).toMatchObject({ clientId: id, subjectId: leadId })
  await db.delete(clients)
  expect(await stored(app, receipt)).toMatchObject({ clientId: null, subjectId: null })
  const left = await db.select().from(receiptDisclosures)
  expect(left.map(({ name }) => name)).toEqual(['actor.ref'])
})

test('several instances that start at once make one log with one key', async () => {
  await using app = await openTestApp()
  await Promise.all([1, 2, 3].map(() => append(app, lead)))
  expect(await app.db.$count(receiptKeys)).toBe(1)
  expect(await app.db.$count(receipts, eq(receipts.kind, 'log.started'))).toBe(1)
})
