import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure } from '#contract/failure.ts'
import { findClient } from '#features/clients/service.server.ts'
import { projectsChanged } from '#features/google/setups/sync-dashboard.server.ts'
import { isUniqueViolation } from '#server/database/failures.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import { bookings, clients, inquiries, mailThreads, projects } from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import { nextUpdatedAt } from '#server/service/concurrent-changes.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { unknownInquiry } from '../list.server.ts'
import { announceReleased } from '../service.server.ts'
import { firstContact } from '../statuses.server.ts'
import type { conversions } from './contract.ts'

type Input = ParsedInput<typeof conversions.convert>
type Inquiry = typeof inquiries.$inferSelect

const maxMatches = 5

/** Thrown if the inquiry is already linked, possibly by a concurrent request. */
class AlreadyLinked extends Error {}

async function refusal(db: Database, inquiryId: string): Promise<Failure> {
  const [linked] = await db
    .select({ name: clients.name })
    .from(inquiries)
    .innerJoin(clients, eq(clients.id, inquiries.clientId))
    .where(eq(inquiries.id, inquiryId))
  const client = linked ? `the client ${linked.name}` : 'a client'
  return new Failure('conflict', `This was already converted to ${client}.`)
}

/** A second client for the same inquiry violates the unique index on `convertedFrom`. */
async function makeClient(tx: Transaction, inquiry: Inquiry, input: Input) {
  const [made] = await tx
    .insert(clients)
    .values({
      name: inquiry.name,
      email: inquiry.email,
      company: inquiry.company || null,
      phone: input.phone || null,
      notes: input.notes || null,
      convertedFrom: inquiry.id,
    })
    .returning()
  return made
}

async function completeClient(tx: Transaction, id: string, { phone, notes }: Input) {
  const [completed] = await tx
    .update(clients)
    .set({
      phone: sql`coalesce(nullif(${clients.phone}, ''), nullif(${phone}, ''))`,
      notes: sql`nullif(concat_ws(E'\n\n', nullif(${clients.notes}, ''), nullif(${notes}, '')), '')`,
      updatedAt: nextUpdatedAt(clients.updatedAt),
    })
    .where(eq(clients.id, id))
    .returning()
  if (!completed) throw new Failure('not_found', 'Client not found')
  return completed
}

function titleOf(inquiry: Inquiry, { projectTitle }: Input): string {
  const projectType = inquiry.consultationData?.projectType
  const named = typeof projectType === 'string' && projectType ? projectType : 'AI Integration'
  return projectTitle || `${named} Project`
}

async function makeProject(tx: Transaction, clientId: string, inquiry: Inquiry, input: Input) {
  const [project] = await tx
    .insert(projects)
    .values({
      clientId,
      title: titleOf(inquiry, input),
      description: input.projectDescription || null,
      budget: input.projectBudget || null,
      timeline: input.projectTimeline || null,
    })
    .returning()
  return project
}

async function link(tx: Transaction, inquiryId: string, clientId: string): Promise<void> {
  const linked = await tx
    .update(inquiries)
    .set({ clientId, status: 'converted', quarantined: false, firstContactedAt: firstContact })
    .where(and(eq(inquiries.id, inquiryId), isNull(inquiries.clientId)))
    .returning({ id: inquiries.id })
  if (linked.length === 0) throw new AlreadyLinked()
}

async function convert(context: SignedInContext, tx: Transaction, input: Input) {
  const { user, jobs } = context
  const { inquiryId, existingClientId } = input
  const [inquiry] = await tx.select().from(inquiries).where(eq(inquiries.id, inquiryId))
  if (!inquiry) throw unknownInquiry()
  if (inquiry.clientId) throw new AlreadyLinked()
  const client = existingClientId
    ? await completeClient(tx, existingClientId, input)
    : await makeClient(tx, inquiry, input)
  if (!client) throw new Error('insert returned no row')
  await link(tx, inquiryId, client.id)
  if (inquiry.quarantined) {
    await announceReleased(context, tx, { ...inquiry, clientId: client.id })
  }
  const project = input.createProject && (await makeProject(tx, client.id, inquiry, input))
  await tx
    .update(mailThreads)
    .set({ clientId: client.id, ...(project && { projectId: project.id }) })
    .where(eq(mailThreads.inquiryId, inquiryId))
  await tx.update(bookings).set({ clientId: client.id }).where(eq(bookings.inquiryId, inquiryId))
  if (project) await projectsChanged({ jobs }, tx, client.id)
  await record(tx, user, {
    action: 'inquiry.converted',
    subject: 'inquiry',
    subjectId: inquiryId,
    clientId: client.id,
    projectId: project ? project.id : null,
    details: { existingClient: Boolean(existingClientId) },
  })
  return client.id
}

export const conversionsService: Service<typeof conversions> = {
  async convert(context, input) {
    try {
      const client = await context.db.transaction(async (tx) => {
        const make = () => convert(context, tx, input)
        return findClient(tx, (await withIdempotency(tx, context, 'inquiry.converted', make)).id)
      })
      context.jobs.wake()
      inboxChanged(context, 'inbox', 'leads', 'notifications', 'agenda')
      return client
    } catch (error) {
      const isSecond =
        error instanceof AlreadyLinked || isUniqueViolation(error, 'clients_converted_from_unique')
      throw isSecond ? await refusal(context.db, input.inquiryId) : error
    }
  },

  async matches({ db }, { id }) {
    const [inquiry] = await db
      .select({ email: inquiries.email })
      .from(inquiries)
      .where(eq(inquiries.id, id))
    if (!inquiry) throw unknownInquiry()
    return db
      .select()
      .from(clients)
      .where(sql`lower(${clients.email}) = lower(${inquiry.email})`)
      .orderBy(desc(clients.createdAt), desc(clients.id))
      .limit(maxMatches)
  },
}
