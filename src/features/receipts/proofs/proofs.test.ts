import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { receiptHeads, receiptLog, receipts } from '#server/database/schema.ts'
import { append, appendMany, sequence } from '#test/harness/receipts.ts'
import { openTestApp } from '#test/harness/test-app.ts'
import { nodeHash } from '../log/tree.server.ts'
import { receiptProofs } from './contract.ts'

const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex')
const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'hex')

test('anybody gets proofs of inclusion, with the present head, a kept one, or none', async () => {
  await using app = await openTestApp()
  const ids = await appendMany(app, 3)
  await sequence(app)
  const [before] = await app.db.select().from(receiptLog)
  if (!before) throw new Error('There is no log.')
  const { head, headSignature: signature } = before
  await app.db.insert(receiptHeads).values({ size: 4, head, signature })
  await appendMany(app, 3)
  await sequence(app)
  const [first, second] = await app.db.select().from(receipts).orderBy(receipts.seq)
  const leaf = hex(first?.leaf)
  const stranger = app.stranger()
  const now = await stranger.call(receiptProofs.inclusion, { leaf })
  expect(now).toMatchObject({ seq: 0, size: 7, leaf, head: { size: 7, log: before.log } })
  expect(now.headSignature).toHaveLength(128)
  expect(now.hashes[0]).toBe(hex(second?.leaf))
  const then = await stranger.call(receiptProofs.inclusion, { leaf, size: 4 })
  expect(then).toMatchObject({ head: { size: 4 }, headSignature: hex(signature) })
  const root = then.hashes
    .map(bytes)
    .reduce<Uint8Array>((left, right) => nodeHash(left, right), bytes(leaf))
  expect(hex(root)).toBe(hex(before.root))
  const other = await stranger.call(receiptProofs.inclusion, { leaf, size: 5 })
  expect(other).toMatchObject({ head: null, headSignature: null })
  const lastLeaf = await app.db
    .select()
    .from(receipts)
    .where(eq(receipts.id, ids[2] ?? ''))
  for (const [unknown, size] of [
    ['0'.repeat(64), undefined],
    [hex(lastLeaf[0]?.leaf), 2],
    [leaf, 8],
  ] as const) {
    const call = stranger.call(receiptProofs.inclusion, { leaf: unknown, ...(size && { size }) })
    await expect(call).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const wrong of ['', 'x', leaf.toUpperCase().replace(/^./, 'A'), `${leaf}0`]) {
    const call = stranger.call(receiptProofs.inclusion, { leaf: wrong })
    await expect(call).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('consistency is proven between any two sizes of the log', async () => {
  await using app = await openTestApp()
  await appendMany(app, 6)
  await sequence(app)
  const stranger = app.stranger()
  const proof = await stranger.call(receiptProofs.consistency, { first: 3, second: 7 })
  expect(proof).toMatchObject({ first: 3, second: 7 })
  expect(proof.hashes).toHaveLength(4)
  const same = await stranger.call(receiptProofs.consistency, { first: 7, second: 7 })
  expect(same.hashes).toEqual([])
  for (const wrong of [
    { first: 0, second: 7 },
    { first: 4, second: 3 },
    { first: 1, second: 8 },
  ]) {
    const call = stranger.call(receiptProofs.consistency, wrong)
    await expect(call).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('the description of the log has keys and head, and may be read from other sites', async () => {
  await using app = await openTestApp()
  await appendMany(app, 1)
  await sequence(app)
  const request = { method: 'GET', url: '/.well-known/receipts.json' } as const
  const answer = await app.send(request)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.json()).toEqual({
    format: 1,
    log: expect.stringMatching(/^[0-9a-f]{32}$/),
    origin: 'https://counterfoil.example',
    maximumMergeDelaySeconds: 60,
    keys: [
      {
        keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
        algorithm: 'Ed25519',
        publicKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        spkiPem: expect.stringContaining('BEGIN PUBLIC KEY'),
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        validFrom: expect.any(String),
        validUntil: null,
        state: 'active',
      },
    ],
    head: expect.objectContaining({ type: 'receipt-head/1', size: 2 }),
    headSignature: expect.stringMatching(/^[0-9a-f]{128}$/),
    restores: [],
  })
  const headers = { 'if-none-match': String(answer.headers.etag) }
  expect((await app.send({ ...request, headers })).statusCode).toBe(304)
})

test('after a restore the description names it, and so does the refusal of what it lost', async () => {
  await using app = await openTestApp()
  await appendMany(app, 2)
  await sequence(app)
  const stranger = app.stranger()
  const beyond = () => stranger.call(receiptProofs.consistency, { first: 3, second: 9 })
  await expect(beyond()).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { second: 'The log has 3 receipts.' },
  })
  const backupAt = '2026-11-20T08:00:00.000Z'
  await append(app, {
    kind: 'log.restored',
    actor: { kind: 'system' },
    subject: { type: 'log' },
    data: { backupAt, size: 3 },
  })
  await sequence(app)
  const answer = await app.send({ method: 'GET', url: '/.well-known/receipts.json' })
  const { restores } = answer.json<{ restores: { at: string }[] }>()
  expect(restores).toEqual([{ at: expect.stringMatching(/Z$/), backupAt, size: 3 }])
  const message = `The log has 4 receipts. It was restored at ${restores[0]?.at} from a backup of 3: what came between them is lost.`
  await expect(beyond()).rejects.toMatchObject({ message, fields: { second: message } })
  const [first] = await app.db.select().from(receipts).orderBy(receipts.seq)
  const proof = stranger.call(receiptProofs.inclusion, { leaf: hex(first?.leaf), size: 9 })
  await expect(proof).rejects.toMatchObject({ code: 'not_found', message })
})

test('public calls have a limit for each address', async () => {
  await using app = await openTestApp()
  await appendMany(app, 1)
  const stranger = app.stranger('203.0.113.9')
  const leaf = '0'.repeat(64)
  for (let at = 0; at < 120; at++) {
    await stranger.call(receiptProofs.inclusion, { leaf }).catch(() => {})
  }
  await expect(stranger.call(receiptProofs.inclusion, { leaf })).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  const other = app.stranger('203.0.113.10').call(receiptProofs.inclusion, { leaf })
  await expect(other).rejects.toMatchObject({ code: 'not_found' })
})
