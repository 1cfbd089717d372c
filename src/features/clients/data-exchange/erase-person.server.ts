import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { toAsciiDomain } from '#contract/email-address.ts'
import { Failure } from '#contract/failure.ts'
import {
  eraseFromAutomations,
  forgetNoticesOf,
} from '#features/automations/pings/personal-data.server.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import {
  countDisclosures,
  eraseDisclosures,
} from '#features/receipts/log/erase-disclosures.server.ts'
import { lockNamed } from '#server/database/named-lock.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { fieldFailure } from '#server/service/field-failure.ts'
import { queueFileRemoval } from '../queue-file-removal.server.ts'
import type { CallHandlers } from './call-handlers.server.ts'
import type { PersonRecord } from './contract.ts'

const { bookings } = tables
const { chatMessages, chatSessions, clients, googleSetups, inquiries } = tables
const { mailIntake, mailMessages, mailThreads, projectDocuments, projectNotes, projects } = tables
const { notifications, notificationDeliveries: deliveries } = tables

type Reader = Database | Transaction

// Conditions are nested, because Drizzle omits the table name of a column that stands alone.
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

type Person = { email: string; clientIds: string[] }

/**
 * Conversations with the person: those of their leads and chats, and those of their clients that
 * belong to no lead or chat.
 */
function threadsOf(db: Reader, { email, clientIds }: Person) {
  const leads = db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(eq(sql`lower(${inquiries.email})`, email))
  const chats = db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(sql`lower(${chatSessions.visitorEmail})`, email))
  return or(
    inArray(mailThreads.inquiryId, leads),
    inArray(mailThreads.chatSessionId, chats),
    and(
      inArray(mailThreads.clientId, clientIds),
      isNull(mailThreads.inquiryId),
      isNull(mailThreads.chatSessionId),
    ),
  )
}

/** Whether a text contains the address, and not only as a part of another one. */
function mentions(text: SQLWrapper, email: string): SQL {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = `(^|[^a-z0-9._%+-])${literal}(?![a-z0-9-]|\\.[a-z0-9])`
  return sql`lower(${text}) ~ ${pattern}`
}

/**
 * Mails from or to the person, unsent ones about them, and everything else in their conversations.
 */
function mailsOf(db: Reader, person: Person) {
  const { email } = person
  const own = db.select({ id: mailThreads.id }).from(mailThreads).where(threadsOf(db, person))
  const { fromAddress, fromName, viaAddress, toAddress, delivery, text } = mailMessages
  return or(
    inArray(mailMessages.threadId, own),
    eq(sql`lower(${fromAddress})`, email),
    eq(sql`lower(${viaAddress})`, email),
    eq(sql`lower(${toAddress})`, email),
    // A mail with several senders has no address; its name contains all of them as written.
    and(eq(fromAddress, ''), mentions(fromName, email)),
    and(eq(delivery, 'queued'), mentions(text, email)),
  )
}

/** Received mails that are not messages: not parsed yet, unreadable or ignored. */
const intakeOf = ({ email }: Person) =>
  or(
    eq(sql`lower(${mailIntake.envelopeSender})`, email),
    sql`${email} = any(${mailIntake.fromAddresses})`,
  )

/**
 * Deletes notifications of mails, which name the senders. Those of deleted conversations are
 * removed by a foreign key.
 */
async function eraseNotifications(tx: Transaction, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return
  const keys = mailIds.map((id) => `mail ${id}`)
  await tx.delete(notifications).where(inArray(notifications.eventKey, keys))
  const ofMail = sql`substr(${deliveries.dedupeKey}, 1, 41)`
  await tx
    .delete(deliveries)
    .where(and(eq(deliveries.event, 'mail.received'), inArray(ofMail, keys)))
}

/**
 * Deletes the person's mails. Mails to staff about leads and chats are deleted together with those.
 */
async function eraseMail(tx: Transaction, person: Person): Promise<void> {
  const deleted = await tx
    .delete(mailMessages)
    .where(mailsOf(tx, person))
    .returning({ id: mailMessages.id, threadId: mailMessages.threadId })
  await eraseNotifications(
    tx,
    deleted.map(({ id }) => id),
  )
  await tx.delete(mailThreads).where(threadsOf(tx, person))
  await tx.delete(mailIntake).where(intakeOf(person))
  const ids = deleted.flatMap(({ threadId }) => threadId ?? [])
  const empty = sql`not exists (select from ${mailMessages} where ${eq(mailMessages.threadId, mailThreads.id)})`
  await tx.delete(mailThreads).where(and(inArray(mailThreads.id, ids), empty))
  const { otherRecipients } = mailMessages
  const others = (which: SQL) =>
    sql`array(select one from unnest(${otherRecipients}) one where ${which})`
  await tx
    .update(mailMessages)
    .set({ otherRecipients: others(sql`lower(one) <> ${person.email}`) })
    .where(sql`${others(sql`lower(one) = ${person.email}`)} <> '{}'`)
}

export async function findPerson(db: Reader, address: string): Promise<PersonRecord> {
  const email = address.toLowerCase()
  const chats = eq(sql`lower(${chatSessions.visitorEmail})`, email)
  const found = await clientsOf(db, email)
  const ids = found.map(({ id }) => id)
  const ofChats = db.select({ id: chatSessions.id }).from(chatSessions).where(chats)
  return {
    inquiries: await db.$count(inquiries, eq(sql`lower(${inquiries.email})`, email)),
    bookings: await db.$count(bookings, eq(sql`lower(${bookings.email})`, email)),
    chats: await db.$count(chatSessions, chats),
    messages: await db.$count(chatMessages, inArray(chatMessages.sessionId, ofChats)),
    mails:
      (await db.$count(mailMessages, mailsOf(db, { email, clientIds: ids }))) +
      (await db.$count(
        mailIntake,
        and(isNull(mailIntake.messageId), intakeOf({ email, clientIds: ids })),
      )),
    clients: found,
    disclosures: await countDisclosures(db, email),
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
 * An earlier erasure may have much to delete, so this is longer than the usual statement timeout.
 */
const maxWaitSeconds = 15

async function waitForTurn(tx: Transaction): Promise<void> {
  const limits = sql`set_config('lock_timeout', ${`${maxWaitSeconds}s`}, true),
    set_config('statement_timeout', ${`${maxWaitSeconds}s`}, true)`
  await tx.execute(sql`select ${limits}`)
  await tx.execute(lockNamed('erasure'))
  await tx.execute(sql`set local lock_timeout to default`)
  await tx.execute(sql`set local statement_timeout to default`)
}

/**
 * Locks clients, then their projects and files, then leads and chats. This is the order in which
 * other transactions change and delete them, and it precedes mail. Clients converted from the
 * person's leads are locked, too, because deleting the lead changes them.
 */
async function lockPerson(tx: Transaction, email: string): Promise<void> {
  await waitForTurn(tx)
  const isOwnLead = eq(sql`lower(${inquiries.email})`, email)
  const isOwnChat = eq(sql`lower(${chatSessions.visitorEmail})`, email)
  const isOwn = eq(sql`lower(${clients.email})`, email)
  const leads = () => tx.select({ id: inquiries.id }).from(inquiries).where(isOwnLead)
  const locked = await tx
    .select({ id: clients.id, isOwn: sql<boolean>`${isOwn}` })
    .from(clients)
    .where(or(isOwn, inArray(clients.convertedFrom, leads())))
    .orderBy(asc(clients.id))
    .for('update')
  for (const { id, isOwn } of locked) if (isOwn) await queueFileRemoval(tx, { clientId: id })
  await leads().orderBy(asc(inquiries.id)).for('update')
  await tx
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(isOwnChat)
    .orderBy(asc(chatSessions.id))
    .for('update')
}

/**
 * Erases inquiries, chats with their messages, clients with projects, notes and documents, mails,
 * and the values that open salted hashes in receipts. The audit entry and the receipt
 * contain only counts.
 *
 * @throws Failure if the confirmation is not the address, or nothing is stored under it.
 */
export async function erasePerson(
  context: SignedInContext,
  { email: address, confirmation }: { email: string; confirmation: string },
  eraseCalls: CallHandlers['eraseCalls'],
): Promise<PersonRecord> {
  const { db, user, pubSub, jobs: queue } = context
  const email = address.toLowerCase()
  if (toAsciiDomain(confirmation.trim()).toLowerCase() !== email) {
    throw fieldFailure('confirmation', 'Type the same email address to confirm.')
  }
  const erased = await db.transaction(async (tx) => {
    await lockPerson(tx, email)
    const erased = await findPerson(tx, email)
    const { inquiries: leads, bookings: calls, chats, mails } = erased
    const rows = leads + calls + chats + mails + erased.clients.length
    if (rows + erased.disclosures === 0) {
      throw new Failure('not_found', 'There are no records with this email address.')
    }
    // Deleting a record also deletes what opens its receipts, so it is counted before.
    const disclosures = await eraseDisclosures(tx, email)
    await eraseMail(tx, { email, clientIds: erased.clients.map(({ id }) => id) })
    const ids = erased.clients.map(({ id }) => id)
    await forgetNoticesOf(tx, ids)
    for (const { id } of erased.clients) await tx.delete(clients).where(eq(clients.id, id))
    await tx.delete(inquiries).where(eq(sql`lower(${inquiries.email})`, email))
    await tx.delete(chatSessions).where(eq(sql`lower(${chatSessions.visitorEmail})`, email))
    await eraseCalls(context, tx, email)
    const rowsOfAutomations = await eraseFromAutomations(tx, email)
    await appendReceipt(context, tx, {
      kind: 'person.erased',
      actor: { kind: 'user', ref: user.id },
      subject: { type: 'log' },
      data: {
        // The cancellation of calls has added some.
        disclosures: disclosures + (await eraseDisclosures(tx, email)),
        rows: rows + rowsOfAutomations,
      },
    })
    await record(tx, user, {
      action: 'person.erased',
      subject: 'person',
      details: {
        inquiries: leads,
        bookings: calls,
        chats,
        mails,
        clients: erased.clients.length,
        documents: erased.clients.reduce((sum, { documents }) => sum + documents, 0),
      },
    })
    return erased
  })
  queue.wake()
  inboxChanged({ pubSub }, 'inbox', 'leads', 'mail', 'agenda', 'notifications')
  return erased
}
