import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../database/open.ts'
import { chatTokens } from '../database/schema.ts'
import type { Dependencies } from '../service/context.ts'

/** @returns SHA-256, the key of `chat_tokens`. */
export const hashOfChatToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The address that opens a chat in any browser, the same on every call. Stores the hash of its token
 * when that is new; the token is stored nowhere, and in the fragment no server or proxy sees it.
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
