import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { SignedInContext } from '../../../server/context.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import * as tables from '../../../server/database/schema.ts'
import { giveUpFiles } from '../projects/service.server.ts'
import type { PersonRecord } from './contract.ts'

const { chatMessages, chatSessions, clients, googleSetups, inquiries, jobs } = tables
const { projectDocuments, projectNotes, projects } = tables

type Reader = Database | Transaction

// Conditions are nested because Drizzle omits the table name of a column that stands alone.
const ofClient = eq(projects.clientId, clients.id)
const noteOfClient = and(ofClient, isNull(projectNotes.deletedAt))
const documentOfClient = and(ofClient, isNull(projectDocuments.deletedAt))

async function clientsOf(db: Reader, email: string) {
  return db
    .select({
      id: clients.id,
      name: clients.name,
      projects: sql<number>`(select count(*)::int from ${projects} where ${ofClient})`,
      notes: sql<number>`(select count(*)::int from ${projectNotes}
        join ${projects} on ${eq(projects.id, projectNotes.projectId)} where ${noteOfClient})`,
      documents: sql<number>`(select count(*)::int from ${projectDocuments}
        join ${projects} on ${eq(projects.id, projectDocuments.projectId)} where ${documentOfClient})`,
    })
    .from(clients)
    .where(eq(sql`lower(${clients.email})`, email))
    .orderBy(clients.id)
}

export async function findPerson(db: Reader, address: string): Promise<PersonRecord> {
  const email = address.toLowerCase()
  const chats = eq(sql`lower(${chatSessions.visitorEmail})`, email)
  const found = await clientsOf(db, email)
  const ids = found.map(({ id }) => id)
  const ofChats = db.select({ id: chatSessions.id }).from(chatSessions).where(chats)
  return {
    inquiries: await db.$count(inquiries, eq(sql`lower(${inquiries.email})`, email)),
    chats: await db.$count(chatSessions, chats),
    messages: await db.$count(chatMessages, inArray(chatMessages.sessionId, ofChats)),
    clients: found,
    googleResources:
      ids.length === 0
        ? 0
        : await db.$count(
            googleSetups,
            and(inArray(googleSetups.clientId, ids), isNotNull(googleSetups.resourceId)),
          ),
  }
}

/**
 * Erases inquiries, chats with their messages, clients with projects, notes and documents, and
 * unsent mails. The audit entry contains only counts.
 *
 * @throws Failure when the confirmation is not the address, or nothing is stored under it.
 */
export async function erasePerson(
  { db, user }: SignedInContext,
  { email: address, confirmation }: { email: string; confirmation: string },
): Promise<PersonRecord> {
  const email = address.toLowerCase()
  if (confirmation.trim().toLowerCase() !== email) {
    throw new Failure('invalid_input', 'Type the same e-mail address to confirm.', {
      fields: { confirmation: 'Type the same e-mail address to confirm.' },
    })
  }
  return await db.transaction(async (tx) => {
    const erased = await findPerson(tx, email)
    if (erased.inquiries + erased.chats + erased.clients.length === 0) {
      throw new Failure('not_found', 'There are no records with this e-mail address.')
    }
    for (const { id } of erased.clients) {
      await giveUpFiles(tx, { clientId: id })
      await tx.delete(clients).where(eq(clients.id, id))
    }
    await tx.delete(inquiries).where(eq(sql`lower(${inquiries.email})`, email))
    await tx.delete(chatSessions).where(eq(sql`lower(${chatSessions.visitorEmail})`, email))
    await tx.delete(jobs).where(sql`position(${email} in lower(${jobs.payload}::text)) > 0`)
    await record(tx, user, {
      action: 'person.erased',
      subject: 'person',
      details: {
        inquiries: erased.inquiries,
        chats: erased.chats,
        clients: erased.clients.length,
        documents: erased.clients.reduce((sum, { documents }) => sum + documents, 0),
      },
    })
    return erased
  })
}
