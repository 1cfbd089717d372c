import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open.ts'
import { chatSessions, clients } from '#server/database/schema.ts'
import { bookerOf } from '#server/mail/booker-link.ts'
import type { Dependencies } from '#server/service/context.ts'

/** The visitor of a chat as one who books; undefined if there is no such chat. */
export async function findChat(db: Database | Transaction, id: string) {
  const { visitorName: name, visitorEmail: email, visitorCompany: company, clientId } = chatSessions
  const [found] = await db
    .select({ name, email, company, clientId })
    .from(chatSessions)
    .where(eq(chatSessions.id, id))
  return found && { ...found, chatSessionId: id, consultationData: null }
}

/** A client as one who books; undefined if there is no such client. */
export async function findClient(db: Database | Transaction, id: string) {
  const { name, email, company, phone } = clients
  const [found] = await db
    .select({ name, email, company, phone })
    .from(clients)
    .where(eq(clients.id, id))
  if (!found) return undefined
  return {
    name: found.name,
    email: found.email,
    company: found.company ?? '',
    clientId: id,
    chatSessionId: null,
    consultationData: { phone: found.phone },
  }
}

/** The person that the token of a link identifies; undefined if it is invalid or expired. */
export async function findBooker(
  { encryption }: Pick<Dependencies, 'encryption'>,
  db: Database | Transaction,
  token: string,
) {
  const booker = bookerOf(encryption, token)
  if (!booker) return undefined
  return 'sessionId' in booker ? findChat(db, booker.sessionId) : findClient(db, booker.clientId)
}
