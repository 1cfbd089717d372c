import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { toAsciiDomain } from '#contract/email-address.ts'
import { Failure } from '#contract/failure.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { auditEntries, clients } from '#server/database/schema.ts'
import { readWholeFile } from '#server/http/read-upload.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { type CheckedRow, checkRows, readClientRows } from './client-rows.server.ts'
import { type ImportField, importLimits } from './contract.ts'

const batchSize = 500

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}

const tooLarge = () => new Failure('too_large', 'The file is larger than 2 MB. Please split it.')

async function existingNames(
  db: Database | Transaction,
  emails: string[],
): Promise<Map<string, string>> {
  const lower = sql<string>`lower(${clients.email})`
  const names = new Map<string, string>()
  for (const some of batches(emails)) {
    const found = await db
      .select({ email: lower, name: clients.name })
      .from(clients)
      .where(inArray(lower, some))
    for (const { email, name } of found) names.set(email, name)
  }
  return names
}

export async function readPreview(
  { db }: SignedInContext,
  request: IncomingMessage,
  fields: (ImportField | null)[] | undefined,
) {
  const { bytes } = await readWholeFile(request, importLimits.bytes, tooLarge)
  const { rows, ...sheet } = readClientRows(bytes, fields)
  if (sheet.missing.length > 0) return { ...sheet, rows: [] }
  const emails = rows.map(({ given }) => toAsciiDomain(given.email).toLowerCase()).filter(Boolean)
  return { ...sheet, rows: checkRows(rows, await existingNames(db, [...new Set(emails)])) }
}

export function countOutcomes(rows: readonly CheckedRow[]) {
  const counts = { create: 0, duplicate: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

const Details = z.object({ created: z.number() })

/**
 * Adds the new rows, and duplicates on request, in one transaction. A retry with the same
 * idempotency key returns the first result.
 */
export async function storeImport(
  context: SignedInContext,
  rows: readonly CheckedRow[],
  duplicates: 'skip' | 'create',
): Promise<number> {
  const wanted = rows.filter(
    ({ outcome }) => outcome === 'create' || (outcome === 'duplicate' && duplicates === 'create'),
  )
  const values = wanted.flatMap(({ client }) => (client ? [client] : []))
  const action = 'clients.imported'
  return await context.db.transaction(async (tx) => {
    const { id: subjectId, isNew } = await withIdempotency(tx, context, action, async () => {
      const importId = randomUUID()
      if (values.length === 0) return importId
      for (const some of batches(values)) await tx.insert(clients).values(some)
      const details = { created: values.length }
      await record(tx, context.user, { action, subject: 'clients', subjectId: importId, details })
      return importId
    })
    if (isNew) return values.length
    const [first] = await tx
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, action), eq(auditEntries.subjectId, subjectId)))
    return first ? Details.parse(first.details).created : 0
  })
}
