import { and, asc, count, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Config, ConfigError } from '../config.ts'
import type { Database } from '../database/open.ts'
import { DecryptionError, type Encryption } from './encryption.ts'
import { whereKeyIs } from './secret-key.ts'

/** A UUID, or the bytes of a hash. */
type RowKey = string | Uint8Array

export type EncryptedColumn = {
  /** The table and column, for example `users.totp_secret_encrypted`. */
  name: string
  table: PgTable
  key: PgColumn
  column: PgColumn
  associatedData(key: RowKey): string
  /** Whether values are kept; false for those that expire within the hour. */
  lasts: boolean
  /** Clears a value that no key can decrypt. */
  forget(db: Database, key: RowKey): Promise<void>
}

const isEncryptedBy = (column: PgColumn, prefixes: readonly string[]) =>
  sql.join(
    prefixes.map((prefix) => sql`starts_with(${column}, ${prefix})`),
    sql` or `,
  )

const isEncryptedOtherwise = ({ column }: EncryptedColumn, prefixes: readonly string[]): SQL =>
  sql`${isNotNull(column)} and not (${isEncryptedBy(column, prefixes)})`

/** @throws ConfigError when the key cannot decrypt what is stored. */
export async function refuseLostKey(
  { db, encryption, config }: { db: Database; encryption: Encryption; config: Config },
  columns: readonly EncryptedColumn[],
): Promise<void> {
  const lost: string[] = []
  for (const column of columns.filter(({ lasts }) => lasts)) {
    const [found] = await db
      .select({ count: count() })
      .from(column.table)
      .where(isEncryptedOtherwise(column, encryption.prefixes))
    if (found && found.count > 0) lost.push(`${column.name} (${found.count})`)
  }
  if (lost.length === 0) return
  throw new ConfigError(
    `${whereKeyIs(config)} does not decrypt what is stored in ${lost.join(' and ')}: set SECRET_KEY to the key of this database, or add that key to SECRET_KEYS_OLD. ` +
      'If it is lost for good: npm run reseal -- forget',
  )
}

export type ReEncrypted = {
  renewed: number
  forgotten: number
  /** The number of unreadable values by column. */
  unreadable: Record<string, number>
}

const atOnce = 100

/**
 * Replaces only values that have not changed meanwhile, so it can be interrupted, repeated and run
 * while the product runs.
 * @param forget clears values that no key can decrypt.
 */
export async function reEncrypt(
  db: Database,
  encryption: Encryption,
  columns: readonly EncryptedColumn[],
  forget = false,
): Promise<ReEncrypted> {
  const done: ReEncrypted = { renewed: 0, forgotten: 0, unreadable: {} }
  for (const encrypted of columns) {
    const { name, table, key, column } = encrypted
    let last: RowKey | undefined
    for (;;) {
      const rows = (await db
        .select({ key, text: column })
        .from(table)
        .where(
          and(
            isEncryptedOtherwise(encrypted, [encryption.prefixes[0]]),
            last ? gt(key, last) : undefined,
          ),
        )
        .orderBy(asc(key))
        .limit(atOnce)) as { key: RowKey; text: string }[]
      for (const row of rows) {
        const text = renewed(encryption, row.text, encrypted.associatedData(row.key))
        if (text !== undefined) {
          const changed = await db
            .update(table)
            .set({ [keyIn(table, column)]: text })
            .where(and(eq(key, row.key), eq(column, row.text)))
            .returning({ key })
          done.renewed += changed.length
        } else if (forget) {
          await encrypted.forget(db, row.key)
          done.forgotten++
        } else {
          done.unreadable[name] = (done.unreadable[name] ?? 0) + 1
        }
      }
      last = rows.at(-1)?.key
      if (rows.length < atOnce) break
    }
  }
  return done
}

function renewed(encryption: Encryption, text: string, associatedData: string): string | undefined {
  try {
    return encryption.encrypt(encryption.decrypt(text, associatedData), associatedData)
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

function keyIn(table: PgTable, column: PgColumn): string {
  const [name] = Object.entries(table).find(([, value]) => value === column) ?? []
  if (!name) throw new Error(`${column.name} is no column of the table`)
  return name
}
