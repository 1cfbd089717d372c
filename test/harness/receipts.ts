import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import type { ReceiptKind } from '#features/receipts/log/kinds.ts'
import type { NewReceipt } from '#features/receipts/log/record.server.ts'
import { sequenceBatch } from '#features/receipts/log/sequence-batch.server.ts'
import { receiptDisclosures, receipts } from '#server/database/schema.ts'
import type { TestApp } from './test-app.ts'

export function append<K extends ReceiptKind>({ deps }: TestApp, receipt: NewReceipt<K>) {
  return deps.db.transaction((tx) => appendReceipt(deps, tx, receipt))
}

/** Writes receipts without personal values, one after the other. */
export async function appendMany(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    ids.push(
      await append(app, {
        kind: 'settings.demo_switched',
        actor: { kind: 'system' },
        subject: { type: 'settings' },
        data: { demo: true },
      }),
    )
  }
  return ids
}

/** Moves the creation of all receipts into the past, which a trigger forbids. */
export async function makeReceiptsOlder({ deps }: TestApp, seconds: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`update receipts set created_at = created_at - make_interval(secs => ${seconds})`,
    )
  })
}

/** Takes receipts into the log like the loop of a running product. */
export async function sequence({ deps }: TestApp): Promise<void> {
  while (await sequenceBatch(deps)) {}
}

type Record = {
  kind: ReceiptKind
  actor: { kind: string; ref?: string }
  subject: { type: string; ref?: string }
  data: { [name: string]: unknown }
}

/** All receipts but that of the log's start, with each hash replaced by what opens it, if it does. */
export async function openReceipts({ db }: TestApp) {
  const rows = await db.select().from(receipts).orderBy(asc(receipts.no))
  const disclosures = await db.select().from(receiptDisclosures)
  return rows.slice(1).map(({ id, record, clientId, subjectId }) => {
    const { kind, actor, subject, data }: Record = JSON.parse(record)
    const open = <T extends object>(name: string, members: T) =>
      Object.fromEntries(
        Object.entries(members).map(([key, value]) => {
          const own = disclosures.filter(({ receiptId }) => receiptId === id)
          const found = own.find((one) => one.name === `${name}.${key}`)
          if (!found) return [key, value]
          const hash = createHash('sha256').update(found.salt).update(found.value).digest('hex')
          if (hash !== value) throw new Error(`${name}.${key} does not open.`)
          return [key, found.value]
        }),
      )
    return {
      kind,
      actor: open('actor', actor),
      subject: open('subject', subject),
      data: open('data', data),
      clientId,
      subjectId,
    }
  })
}
