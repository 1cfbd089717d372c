import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../database/open.ts'
import { clients, type mailThreads } from '../database/schema.ts'
import { DecryptionError, type Encryption } from '../security/encryption.ts'
import type { Dependencies } from '../service/context.ts'
import { requestUrl } from './request-link.ts'

/** For whom a link books a call: the visitor of a chat, or a client. */
type Booker = { sessionId: string } | { clientId: string }

const Content = z.intersection(
  z.union([z.object({ sessionId: z.uuid() }), z.object({ clientId: z.uuid() })]),
  z.object({ until: z.number() }),
)

const context = 'bookings|chat'
const lastsMs = 7 * 86_400_000

/** Makes a token that identifies a booker for a week. It is not stored. */
export const bookerToken = (encryption: Encryption, booker: Booker): string =>
  encryption.encrypt(JSON.stringify({ ...booker, until: Date.now() + lastsMs }), context)

/** The booker that a token identifies; undefined if the token is invalid or expired. */
export function bookerOf(encryption: Encryption, token: string): Booker | undefined {
  try {
    const content = Content.safeParse(JSON.parse(encryption.decrypt(token, context))).data
    return content && content.until > Date.now() ? content : undefined
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

type Thread = Pick<typeof mailThreads.$inferSelect, 'inquiryId' | 'chatSessionId' | 'clientId'>

/**
 * The parameter of a booking page that says who reads a mail of a thread; '' if nobody is known. A
 * client is known by the address, because others write in their threads, too.
 */
export async function readerParameter(
  deps: Pick<Dependencies, 'config' | 'encryption'> & { db: Database },
  { inquiryId, chatSessionId, clientId }: Thread,
  toAddress: string,
): Promise<string> {
  const { db, encryption } = deps
  if (inquiryId) return `request=${(await requestUrl(deps, db, inquiryId)).split('/').at(-1)}`
  if (chatSessionId) return `chat=${bookerToken(encryption, { sessionId: chatSessionId })}`
  if (!clientId) return ''
  const isIt = and(
    eq(clients.id, clientId),
    eq(sql`lower(${clients.email})`, toAddress.toLowerCase()),
  )
  return (await db.$count(clients, isIt)) > 0 ? `chat=${bookerToken(encryption, { clientId })}` : ''
}
