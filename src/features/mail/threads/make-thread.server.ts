import { and, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import type { Transaction } from '#server/database/open.ts'
import {
  chatSessions,
  clients,
  inquiries,
  projects,
  mailThreads as table,
} from '#server/database/schema.ts'
import { fieldFailure } from '#server/service/field-failure.ts'

type NewThread = typeof table.$inferInsert

/**
 * Finds or creates the only thread of a lead or chat.
 *
 * @param values contains the id of the lead or chat.
 */
async function theOne(
  tx: Transaction,
  values: NewThread,
  isIts: ReturnType<typeof eq>,
): Promise<string> {
  await tx.insert(table).values(values).onConflictDoNothing()
  const [thread] = await tx.select({ id: table.id }).from(table).where(isIts)
  if (!thread) throw new Error('The thread is missing.')
  return thread.id
}

type Lead = Pick<typeof inquiries.$inferSelect, 'id' | 'number' | 'clientId'>

/** The lead's one thread, made on demand. */
export function threadOfLead(
  tx: Transaction,
  { id: inquiryId, number, clientId }: Lead,
  subject = `Your request ${number}`,
): Promise<string> {
  return theOne(tx, { inquiryId, clientId, subject }, eq(table.inquiryId, inquiryId))
}

export type MailSubject = {
  inquiryId?: string | undefined
  chatSessionId?: string | undefined
  clientId?: string | undefined
  projectId?: string | undefined
}

/** @throws Failure `invalid_input` unless exactly one subject is set. */
export function assertOneSubject(subject: MailSubject): void {
  const named = Object.values(subject).filter(Boolean).length
  if (named === 1) return
  const message = 'Name one of inquiryId, chatSessionId, clientId and projectId'
  throw fieldFailure('inquiryId', message)
}

/**
 * The thread of a lead or chat, created on demand; a new thread for a client or project.
 *
 * @throws Failure `not_found`
 */
export async function threadFor(
  tx: Transaction,
  { inquiryId, chatSessionId, clientId, projectId }: MailSubject,
  subject: string,
): Promise<string> {
  if (inquiryId) {
    const isShown = and(eq(inquiries.id, inquiryId), eq(inquiries.quarantined, false))
    const [lead] = await tx.select().from(inquiries).where(isShown).for('key share')
    if (!lead) throw new Failure('not_found', 'Inquiry not found')
    return threadOfLead(tx, lead, subject)
  }
  if (chatSessionId) {
    const [chat] = await tx
      .select({ clientId: chatSessions.clientId })
      .from(chatSessions)
      .where(eq(chatSessions.id, chatSessionId))
      .for('key share')
    if (!chat) throw new Failure('not_found', 'Chat session not found')
    const values = { subject, chatSessionId, clientId: chat.clientId }
    return theOne(tx, values, eq(table.chatSessionId, chatSessionId))
  }
  const owner = await ownerOf(tx, { clientId, projectId })
  const [made] = await tx
    .insert(table)
    .values({ subject, ...owner })
    .returning({ id: table.id })
  if (!made) throw new Error('insert returned no row')
  return made.id
}

/**
 * The client, and the project if one is given.
 *
 * @throws Failure `not_found`; `invalid_input` if the project is another client's.
 */
export async function ownerOf(
  tx: Transaction,
  { clientId, projectId }: Pick<MailSubject, 'clientId' | 'projectId'>,
): Promise<{ clientId: string; projectId: string | null }> {
  const [found] = await tx
    .select({ clientId: clients.id, projectId: projects.id })
    .from(clients)
    .leftJoin(
      projects,
      and(eq(projects.clientId, clients.id), sql`${projects.id} = ${projectId ?? null}`),
    )
    .where(projectId ? eq(projects.id, projectId) : eq(clients.id, clientId ?? ''))
    .for('key share', { of: clients })
  if (!found) throw new Failure('not_found', projectId ? 'Project not found' : 'Client not found')
  if (clientId && found.clientId !== clientId) {
    const message = 'Choose a project of this client'
    throw fieldFailure('projectId', message)
  }
  return found
}
