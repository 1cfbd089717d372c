import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { inArray, sql } from 'drizzle-orm'
import { Failure } from '../../contract/failure.ts'
import { record } from '../../server/audit.ts'
import type { SignedInContext } from '../../server/context.ts'
import type { Database, Transaction } from '../../server/db/open.ts'
import { clients } from '../../server/db/schema.ts'
import { readOneFile, watchPace } from '../documents/reading.server.ts'
import { type JudgedRow, judgeRows, readClientRows } from './client-rows.server.ts'
import { importLimits } from './contract.ts'

const batchSize = 500

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}

/** Reads the one file of the request into memory; it is small. */
async function readSmallFile(request: IncomingMessage): Promise<Buffer> {
  const endWatch = watchPace(
    () => request.socket?.bytesRead ?? 0,
    () => request.destroy(),
  )
  request.once('end', endWatch)
  const chunks: Buffer[] = []
  try {
    const tooLarge = () =>
      new Failure('too_large', 'The file is larger than 2 MB. Please split it.')
    const sent = await readOneFile(request, importLimits.bytes, tooLarge)
    const keep = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk)
        done()
      },
    })
    await sent.pourInto(keep)
  } finally {
    endWatch()
  }
  return Buffer.concat(chunks)
}

async function knownNames(
  db: Database | Transaction,
  emails: string[],
): Promise<Map<string, string>> {
  const lower = sql<string>`lower(${clients.email})`
  const known = new Map<string, string>()
  for (const some of batches(emails)) {
    const found = await db
      .select({ email: lower, name: clients.name })
      .from(clients)
      .where(inArray(lower, some))
    for (const { email, name } of found) known.set(email, name)
  }
  return known
}

/** Reads an import and judges its rows by the clients there are. */
export async function judgeImport(
  { db }: SignedInContext,
  request: IncomingMessage,
): Promise<{ rows: JudgedRow[]; ignored: string[] }> {
  const { rows, ignored } = readClientRows(await readSmallFile(request))
  const emails = rows.map(({ given }) => given.email?.toLowerCase() ?? '').filter(Boolean)
  return { rows: judgeRows(rows, await knownNames(db, [...new Set(emails)])), ignored }
}

export function countOutcomes(rows: readonly JudgedRow[]) {
  const counts = { create: 0, duplicate: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

/** Adds the rows that are new, and the duplicates too when asked; all of them or none. */
export async function storeImport(
  { db, user }: SignedInContext,
  rows: readonly JudgedRow[],
  duplicates: 'skip' | 'create',
): Promise<number> {
  const wanted = rows.filter(
    ({ outcome }) => outcome === 'create' || (outcome === 'duplicate' && duplicates === 'create'),
  )
  const values = wanted.flatMap(({ client }) => (client ? [client] : []))
  if (values.length === 0) return 0
  await db.transaction(async (tx) => {
    for (const some of batches(values)) await tx.insert(clients).values(some)
    await record(tx, user, {
      action: 'clients.imported',
      subject: 'clients',
      details: { created: values.length },
    })
  })
  return values.length
}
