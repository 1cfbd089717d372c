import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { bookings } from '#server/database/schema.ts'
import type { Encryption } from '#server/security/encryption.ts'
import type { EncryptedColumn } from '#server/security/re-encryption.ts'

type Which = 'token' | 'join'

const contextOf = (id: string, which: Which) => `bookings|${id}|${which}`

/**
 * A token of 32 random bytes. Only its hash is stored, unless an encrypted copy is kept as well.
 */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** The columns of a booking's two tokens: one changes the call, the other only joins it. */
export function newTokens(encryption: Encryption, id: string) {
  const [meeting, join] = [makeToken(), makeToken()]
  return {
    tokenHash: meeting.hash,
    tokenEncrypted: encryption.encrypt(meeting.token, contextOf(id, 'token')),
    joinHash: join.hash,
    joinEncrypted: encryption.encrypt(join.token, contextOf(id, 'join')),
  }
}

type Stored = Pick<typeof bookings.$inferSelect, 'id' | 'tokenEncrypted' | 'joinEncrypted'>

/** Null after an erasure, or if no key decrypts it any more. */
export function openToken(encryption: Encryption, booking: Stored, which: Which): string | null {
  const encrypted = booking[`${which}Encrypted`]
  return encrypted && encryption.decrypt(encrypted, contextOf(booking.id, which))
}

const column = (which: Which): EncryptedColumn => ({
  name: `bookings.${which}_encrypted`,
  table: bookings,
  key: bookings.id,
  column: bookings[`${which}Encrypted`],
  associatedData: (id) => contextOf(String(id), which),
  lasts: true,
  async forget(db, id) {
    await db
      .update(bookings)
      .set({ [`${which}Encrypted`]: null })
      .where(eq(bookings.id, String(id)))
  },
})

export const bookingColumns: readonly EncryptedColumn[] = [column('token'), column('join')]
