import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/open.ts'
import { mailReplyAddresses } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

const tokenForm = /^[a-z2-7]{26}$/

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Encodes the first 130 bits in base 32 (RFC 4648), in lower case. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.slice(0, 130).match(/.{5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group, 2)]).join('')
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Finds the token in one of our addresses: the part after the last `+` of the local part.
 *
 * @returns SHA-256 of the token, the key of `mail_reply_addresses`; undefined when there is none.
 */
export function tokenHashOf(address: string): Buffer | undefined {
  const [, token = ''] = /\+([^+@]*)@[^@]*$/.exec(address.toLowerCase()) ?? []
  return tokenForm.test(token) ? hashOf(token) : undefined
}

type Keys = Pick<Dependencies, 'encryption'>

/** @param address the value of `MAIL_REPLY_TO`. */
function taggedAddress({ encryption }: Keys, address: string, name: string) {
  const token = base32(Buffer.from(encryption.derive(name), 'base64url'))
  const at = address.lastIndexOf('@')
  return { token, tagged: `${address.slice(0, at)}+${token}${address.slice(at)}` }
}

const ofThreadId = (deps: Keys, address: string, threadId: string) =>
  taggedAddress(deps, address, `mail thread ${threadId}`)

/** The address that replies to a thread are sent to. `replyAddresses` registers it. */
export function threadAddress(deps: Keys, address: string, threadId: string): string {
  return ofThreadId(deps, address, threadId).tagged
}

export type ReplyAddresses = { replyTo: string; envelopeSender: string }

/**
 * Returns the addresses of a mail in a thread, which are the same on every call: replies go to the
 * thread's address, bounces to the message's. The hashes of their tokens are stored.
 *
 * @param address the value of `MAIL_REPLY_TO`.
 */
export async function replyAddresses(
  deps: Keys,
  db: Database | Transaction,
  address: string,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<ReplyAddresses> {
  const ofThread = ofThreadId(deps, address, threadId)
  const ofMessage = taggedAddress(deps, address, `mail message ${messageId}`)
  await db
    .insert(mailReplyAddresses)
    .values([
      { tokenHash: hashOf(ofThread.token), threadId },
      { tokenHash: hashOf(ofMessage.token), threadId, messageId },
    ])
    .onConflictDoNothing()
  return { replyTo: ofThread.tagged, envelopeSender: ofMessage.tagged }
}
