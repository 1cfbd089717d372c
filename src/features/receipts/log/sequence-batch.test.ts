import { verify } from 'node:crypto'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  receiptHeads,
  receiptKeys,
  receiptLog,
  receiptNodes,
  receipts,
} from '#server/database/schema.ts'
import { eventually } from '#test/harness/eventually.ts'
import { append, appendMany, sequence } from '#test/harness/receipts.ts'
import { openTestApp, type TestApp } from '#test/harness/test-app.ts'
import { appendReceipt } from './append.server.ts'
import { startSequencer } from './sequencer.server.ts'
import { publicKeyOf } from './signing-keys.server.ts'
import { GrowingTree, leafHash } from './tree.server.ts'

async function readAll({ db }: TestApp) {
  const [log] = await db.select().from(receiptLog)
  const rows = await db.select().from(receipts).orderBy(asc(receipts.seq))
  if (!log) throw new Error('There is no log.')
  return { log, rows, head: JSON.parse(log.head) }
}

function rootOf(records: string[]): Uint8Array {
  const tree = new GrowingTree(0, [])
  for (const record of records) tree.add(leafHash(record))
  return tree.root()
}

test('receipts enter the log without gaps, under a signed head', async () => {
  await using app = await openTestApp()
  await appendMany(app, 4)
  await sequence(app)
  await appendMany(app, 8)
  await sequence(app)
  const { log, rows, head } = await readAll(app)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at))
  const root = rootOf(rows.map(({ record }) => record))
  const hex = Buffer.from(root).toString('hex')
  expect(log).toMatchObject({ size: 13, root: Buffer.from(root) })
  expect(head).toMatchObject({ type: 'receipt-head/1', size: 13, root: hex, log: log.log })
  const [key] = await app.db.select().from(receiptKeys)
  const publicKey = publicKeyOf(key?.publicKey ?? Buffer.of())
  expect(verify(null, Buffer.from(log.head), publicKey, log.headSignature)).toBe(true)
  expect(await app.db.$count(receiptNodes)).toBeLessThan(13)
})

test('instances at once include each receipt once, and none waits for another', async () => {
  await using app = await openTestApp()
  await using other = await openTestApp({ beside: app })
  const writing = Promise.all([appendMany(app, 30), appendMany(other, 30)])
  const sequencing = [app, other, app, other].map(async (one) => {
    for (let turn = 0; turn < 20; turn++) await sequence(one)
  })
  await Promise.all([writing, ...sequencing])
  await sequence(app)
  const { log, rows } = await readAll(app)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at))
  expect(log.size).toBe(61)
  expect(log.root).toEqual(Buffer.from(rootOf(rows.map(({ record }) => record))))
  await app.db.transaction(async (tx) => {
    await tx.select().from(receiptLog).for('update')
    await append(other, {
      kind: 'settings.demo_switched',
      actor: { kind: 'system' },
      data: { demo: true },
      subject: { type: 'settings' },
    })
    await sequence(other)
  })
  expect(await app.db.$count(receipts, isNull(receipts.seq))).toBe(1)
})

test('a receipt whose act commits later has its place when it commits', async () => {
  await using app = await openTestApp()
  await appendMany(app, 1)
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const late = app.db.transaction(async (tx) => {
    const id = await appendReceipt(app.deps, tx, {
      kind: 'settings.demo_switched',
      actor: { kind: 'system' },
      data: { demo: true },
      subject: { type: 'settings' },
    })
    begun()
    await ended
    return id
  })
  await hasBegun
  await appendMany(app, 2)
  await sequence(app)
  end()
  const id = await late
  await sequence(app)
  const { rows } = await readAll(app)
  expect(rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4])
  expect(rows.at(-1)?.id).toBe(id)
})

test('the last head of a day is kept', async () => {
  await using app = await openTestApp()
  await appendMany(app, 1)
  await sequence(app)
  const { log } = await readAll(app)
  await app.db.update(receiptLog).set({ updatedAt: sql`now() - interval '1 day'` })
  await appendMany(app, 1)
  await sequence(app)
  await appendMany(app, 1)
  await sequence(app)
  expect(await app.db.select().from(receiptHeads)).toEqual([
    { size: 2, head: log.head, signature: log.headSignature },
  ])
})

test('a commit wakes the sequencer', async () => {
  await using app = await openTestApp()
  const log = { warn: () => {} }
  const stop = startSequencer({ ...app.deps, log })
  try {
    const [id = ''] = await appendMany(app, 1)
    await eventually(async () => {
      const [row] = await app.db.select().from(receipts).where(eq(receipts.id, id))
      expect(row?.seq).toBe(1)
    })
  } finally {
    await stop()
  }
})
