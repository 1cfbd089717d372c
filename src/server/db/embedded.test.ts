import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchRoot } from '../../../test/scratch-root.ts'
import { asPglite, type Embedded, openEmbedded } from './embedded.ts'
import { isUnavailable, NoConnection } from './failures.ts'
import { buildDatabaseImage } from './image.ts'

const scratch = mkdtempSync(join(scratchRoot, 'counterfoil-embedded-'))

async function openCopy() {
  const directory = mkdtempSync(join(scratch, 'copy-'))
  cpSync(await buildDatabaseImage(), directory, { recursive: true })
  return { directory, embedded: await openEmbedded(directory, { idleTransactionLimit: 200 }) }
}

let embedded: Embedded
beforeAll(async () => {
  embedded = (await openCopy()).embedded
  await embedded.exec(
    'CREATE TABLE things (id int CONSTRAINT things_key PRIMARY KEY, name text, bytes bytea, facts jsonb, at timestamptz)',
  )
})
afterAll(async () => {
  await embedded.close()
  rmSync(scratch, { recursive: true })
})

test('bytes, moments and JSON come back as they went in', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z')
  const written = [1, 'Ünï', new Uint8Array([0, 1, 255]), { deep: [1, null] }, at]
  await embedded.query('INSERT INTO things VALUES ($1, $2, $3, $4, $5)', written)
  const { rows } = await embedded.query('SELECT * FROM things WHERE id = 1', [], {
    rowMode: 'array',
  })
  expect(rows).toEqual([written])
})

test('with the parsers of Drizzle a moment stays text, as its column types expect', async () => {
  const db = drizzle({ client: asPglite(embedded) })
  const { rows } = await db.execute(
    sql`SELECT '2026-02-03 04:05:06.5+00'::timestamptz AS at, 7::int8 AS n`,
  )
  expect(rows).toEqual([{ at: '2026-02-03 04:05:06.5+00', n: 7 }])
})

test('an error keeps what PostgreSQL says about it, without the parameters', async () => {
  await embedded.query('INSERT INTO things (id) VALUES (2)')
  const failure = await embedded.query('INSERT INTO things (id) VALUES ($1)', [2]).catch((e) => e)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).toMatchObject({
    code: '23505',
    constraint: 'things_key',
    table: 'things',
    severity: 'ERROR',
    detail: 'Key (id)=(2) already exists.',
  })
  expect(failure).not.toHaveProperty('params')
})

test('a parameter that no thread can receive fails its own statement only', async () => {
  await expect(embedded.query('SELECT $1', [() => {}])).rejects.toThrow('could not be cloned')
  expect((await embedded.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a transaction has the connection to itself, and the others keep their order', async () => {
  const order: string[] = []
  const ask = (name: string) => embedded.query('SELECT 1').then(() => order.push(name))
  const transaction = embedded.transaction(async (tx) => {
    await tx.query('INSERT INTO things (id) VALUES (10)')
    order.push('first insert')
    await new Promise((resolve) => setImmediate(resolve))
    await tx.query('INSERT INTO things (id) VALUES (11)')
    order.push('second insert')
  })
  await Promise.all([transaction, ask('a'), ask('b')])
  expect(order).toEqual(['first insert', 'second insert', 'a', 'b'])
})

test('a transaction that throws leaves nothing, and passes the error on', async () => {
  const reason = new Error('changed my mind')
  const failing = embedded.transaction(async (tx) => {
    await tx.query('INSERT INTO things (id) VALUES (20)')
    throw reason
  })
  await expect(failing).rejects.toBe(reason)
  expect((await embedded.query('SELECT FROM things WHERE id = 20')).rows).toEqual([])
})

test('a nested transaction rolls back alone', async () => {
  const db = drizzle({ client: asPglite(embedded) })
  await db.transaction(async (outer) => {
    await outer.execute(sql`INSERT INTO things (id) VALUES (30)`)
    const inner = outer.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO things (id) VALUES (31)`)
      await tx.execute(sql`INSERT INTO things (id) VALUES (30)`)
    })
    await expect(inner).rejects.toThrow()
  })
  const { rows } = await embedded.query('SELECT id FROM things WHERE id IN (30, 31)')
  expect(rows).toEqual([{ id: 30 }])
})

test('a transaction that swallowed a failed statement is not reported as committed', async () => {
  const swallowing = embedded.transaction(async (tx) => {
    await tx.query('INSERT INTO things (id) VALUES (40)')
    await tx.query('SELECT 1 / 0').catch(() => {})
  })
  await expect(swallowing).rejects.toMatchObject({ code: '25P02' })
})

test('a transaction that rests too long is rolled back, and the next in line goes on', async () => {
  const never = Promise.withResolvers<void>()
  const resting = embedded.transaction(async (tx) => {
    await tx.query('INSERT INTO things (id) VALUES (50)')
    await never.promise
  })
  const next = embedded.query('SELECT FROM things WHERE id = 50')
  await expect(resting).rejects.toMatchObject({ code: '25P03' })
  expect((await next).rows).toEqual([])
})

test('a statement after the end of its transaction is refused', async () => {
  const escaped = await embedded.transaction(async (tx) => ({ tx }))
  await expect(escaped.tx.query('SELECT 1')).rejects.toThrow('The transaction is over')
})

test('more statements than it can answer in time are refused, and the others are answered', async () => {
  const asked = Array.from({ length: 2_100 }, () => embedded.query('SELECT 1'))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(100)
  expect(refused.every(({ reason }) => isUnavailable(new NoConnection(reason)))).toBe(true)
  await expect(embedded.query('SELECT 1')).resolves.toBeDefined()
})

test('the thread of the caller stays free while a statement runs', async () => {
  const busy = embedded.query('SELECT count(*) FROM generate_series(1, 1500000)')
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  await busy
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(5)
})

test('a crash rejects what is pending and everything later, and tells the owner once', async () => {
  const { directory, embedded: doomed } = await openCopy()
  const crashes: Error[] = []
  doomed.onCrash((error) => crashes.push(error))
  await doomed.exec('CREATE TABLE lost (a text)')
  // The engine panics as soon as it needs the next file of its log.
  rmSync(join(directory, 'pg_wal'), { recursive: true })
  const pending = [
    doomed.exec("INSERT INTO lost SELECT repeat('x', 1000) FROM generate_series(1, 20000)"),
    doomed.query('SELECT 1'),
  ]
  const outcomes = await Promise.allSettled(pending)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(doomed.query('SELECT 1')).rejects.toThrow('The database died')
  await expect(doomed.transaction(async () => {})).rejects.toThrow('The database died')
  expect(crashes).toHaveLength(1)
  await doomed.close()
  expect(crashes).toHaveLength(1)
})

test('a database that cannot be opened says so and ends its thread', async () => {
  const directory = mkdtempSync(join(scratch, 'broken-'))
  cpSync(await buildDatabaseImage(), directory, { recursive: true })
  rmSync(join(directory, 'global/pg_control'))
  await expect(openEmbedded(directory)).rejects.toThrow(
    `The database in ${directory} does not open`,
  )
})

test('after closing every statement is refused, and closing again is the same as once', async () => {
  const { embedded: closed } = await openCopy()
  await Promise.all([closed.close(), closed.close()])
  await expect(closed.query('SELECT 1')).rejects.toMatchObject({ code: '57P01' })
})
