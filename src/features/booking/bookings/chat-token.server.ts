import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { dayMs } from '#features/content/business-hours/zone-clock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { chatSessions } from '#server/database/schema.ts'
import { DecryptionError, type Encryption } from '#server/security/encryption.ts'
import type { Dependencies } from '#server/service/context.ts'

const context = 'bookings|chat'
const lastsMs = 7 * dayMs

const Content = z.object({ sessionId: z.uuid(), until: z.number() })

/** Makes a token that identifies a chat for a week. It is not stored. */
export const chatToken = (encryption: Encryption, sessionId: string): string =>
  encryption.encrypt(JSON.stringify({ sessionId, until: Date.now() + lastsMs }), context)

function sessionOf(encryption: Encryption, token: string): string | undefined {
  try {
    const content = Content.safeParse(JSON.parse(encryption.decrypt(token, context))).data
    return content && content.until > Date.now() ? content.sessionId : undefined
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

/** The visitor of a chat; undefined if there is no such chat. */
export async function findChat(db: Database | Transaction, id: string) {
  const { visitorName: name, visitorEmail: email, visitorCompany: company, clientId } = chatSessions
  const [found] = await db
    .select({ id: chatSessions.id, name, email, company, clientId })
    .from(chatSessions)
    .where(eq(chatSessions.id, id))
  return found && { ...found, consultationData: null }
}

/**
 * The visitor of the chat that a token identifies; undefined if the token is invalid or expired.
 */
export async function readChat(
  { encryption }: Pick<Dependencies, 'encryption'>,
  db: Database | Transaction,
  token: string,
) {
  const id = sessionOf(encryption, token)
  return id ? findChat(db, id) : undefined
}
