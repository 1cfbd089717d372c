import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/open.ts'
import { chatTokens } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

/** @returns SHA-256 of the token, the key of `chat_tokens`. */
export const hashOfChatToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Returns the address that opens a chat in any browser, which is the same on every call. The hash
 * of its token is stored, the token itself is not; in the fragment, no server or proxy sees it.
 */
export async function chatUrl(
  { config, encryption }: Pick<Dependencies, 'config' | 'encryption'>,
  tx: Database | Transaction,
  sessionId: string,
): Promise<string> {
  const token = encryption.derive(`chat ${sessionId}`)
  const tokenHash = hashOfChatToken(token)
  await tx.insert(chatTokens).values({ tokenHash, sessionId }).onConflictDoNothing()
  return `${config.publicUrl}/chat#${token}`
}
