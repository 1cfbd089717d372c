import { and, eq } from 'drizzle-orm'
import { assertAddressAllowed } from '#features/notifications/delivery/outcome.server.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { hostBusy, hosts } from '#server/database/schema.ts'
import type { Encryption } from '#server/security/encryption.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'
import type { Dependencies } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { readAddress } from './fetch-calendar.server.ts'

const contextOf = (userId: string) => `hosts|${userId}|ics`

/** @throws DecryptionError */
export const addressOf = (encryption: Encryption, userId: string, encrypted: string) =>
  encryption.decrypt(encrypted, contextOf(userId))

async function forget(db: Database | Transaction, userId: string): Promise<void> {
  const nothing = { icsEncrypted: null, icsHost: null }
  await db.update(hosts).set(nothing).where(eq(hosts.userId, userId))
  await db.delete(hostBusy).where(and(eq(hostBusy.userId, userId), eq(hostBusy.source, 'ics')))
}

export const hostColumns: readonly EncryptedColumn[] = [
  {
    name: 'hosts.ics_encrypted',
    table: hosts,
    key: hosts.userId,
    column: hosts.icsEncrypted,
    associatedData: (userId) => contextOf(String(userId)),
    lasts: true,
    forget: (db, userId) => forget(db, String(userId)),
  },
]

const field = 'icsUrl'

/** @throws Failure `invalid_input` if the server must not fetch the address. */
export async function checkAddress(deps: Dependencies, address: string): Promise<void> {
  const message = 'Use an https or webcal address'
  if (!/^(https?|webcal):\/\//i.test(address)) {
    throw fieldFailure(field, message)
  }
  await assertAddressAllowed(deps, readAddress(address), field)
}

/**
 * Replaces the address. Until the calendar has been read, the host is not known to be free.
 *
 * @param address null removes it.
 */
export async function setAddress(
  { encryption }: Pick<Dependencies, 'encryption'>,
  tx: Transaction,
  userId: string,
  address: string | null,
): Promise<void> {
  await forget(tx, userId)
  if (address === null) return
  await tx
    .update(hosts)
    .set({
      icsEncrypted: encryption.encrypt(address, contextOf(userId)),
      icsHost: new URL(readAddress(address)).host,
    })
    .where(eq(hosts.userId, userId))
  await tx.insert(hostBusy).values({ userId, source: 'ics' })
}
