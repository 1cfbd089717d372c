import { createHash } from 'node:crypto'
import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure, isFailure } from '#contract/failure.ts'
import type { LeadKind } from '#contract/vocabulary.ts'
import { openDeadline } from '#features/inbox/deadlines/deadlines.server.ts'
import { appendReceipt } from '#features/receipts/log/append.server.ts'
import type { NewReceipt } from '#features/receipts/log/record.server.ts'
import { describeError } from '#server/database/describe-error.ts'
import type { Transaction } from '#server/database/open.ts'
import { requestTokens, inquiries as table } from '#server/database/schema.ts'
import type { Writes } from '#server/database/write-together.ts'
import { addressKey } from '#server/http/client-address.ts'
import { requestLink, requestUrl } from '#server/mail/request-link.ts'
import type { Context, Dependencies } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'
import { type Budget, takeForNetworks } from '#server/service/rate-limits.ts'
import type { inquiries } from './contract.ts'
import { alertStaff, confirmToSender, type Lead } from './queue-lead-mails.server.ts'

type Parsed = ParsedInput<typeof inquiries.create>

const sameAgainSeconds = 120

/** The limit of confirmations per address, doubled per wider network; see `takeForNetworks`. */
const confirmations: Budget = { name: 'confirmations', points: 30, seconds: 60 * 60 }

function contentHash(input: Omit<Parsed, 'website' | 'filledInMs' | 'page'>): Buffer {
  const { name, email, company, service, message, consultationData } = input
  const content = [name, email.toLowerCase(), company, service, message, consultationData ?? null]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

function lockOf(hash: Buffer): string {
  return hash.readBigInt64BE(0).toString()
}

/**
 * Opens the reply deadline of a lead that is not quarantined, or no longer.
 *
 * @param enteredBy the user who wrote it down for the sender.
 * @param more writes to be sent in the same statement as the receipt.
 */
export async function receiveLead(
  deps: Dependencies,
  tx: Transaction,
  { id, kind, createdAt, assigneeId, email: person, clientId }: Lead,
  { enteredBy, more }: { enteredBy?: { id: string } | undefined; more?: Writes } = {},
): Promise<void> {
  const opening = { kind, inquiryId: id, openedAt: createdAt, assigneeId }
  const dueAt = await openDeadline(deps, tx, opening)
  const receipt: NewReceipt<'lead.received'> = {
    kind: 'lead.received',
    actor: enteredBy ? { kind: 'user', ref: enteredBy.id } : { kind: 'visitor', ref: person },
    subject: { type: 'lead', ref: id },
    data: { leadRef: id, kind, dueAt: dueAt.toISOString() },
    person,
    clientId,
    // A lead may be released and converted at the same time.
    uniqueKey: `lead.received ${id}`,
  }
  await appendReceipt(deps, tx, receipt, more)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Makes concurrent repeats wait; in order, so that two messages never wait for each other. */
async function lockRepeats(tx: Transaction, hash: Buffer, idempotencyKey: string | undefined) {
  const locks = [lockOf(hash), ...(idempotencyKey ? [lockOf(sha256(idempotencyKey))] : [])].sort()
  await tx.execute(
    sql`select pg_advisory_xact_lock(key) from unnest(${sql.param(locks)}::bigint[]) key`,
  )
}

/** The message that this one repeats: with the same key, or with the same content just now. */
async function findEarlier(tx: Transaction, hash: Buffer, idempotencyKey: string | undefined) {
  const hasSameKey = sql<boolean>`coalesce(${table.idempotencyKey} = ${idempotencyKey ?? null}, false)`
  const isRecent = gt(
    table.createdAt,
    sql`now() - make_interval(secs => ${sql.raw(`${sameAgainSeconds}`)})`,
  )
  const [earlier] = await tx
    .select({
      id: table.id,
      number: table.number,
      kind: table.kind,
      createdAt: table.createdAt,
      hasSameKey,
      hasSameContent: sql<boolean>`${table.contentHash} = ${hash}`,
    })
    .from(table)
    .where(
      or(
        idempotencyKey ? eq(table.idempotencyKey, idempotencyKey) : undefined,
        and(eq(table.contentHash, hash), isRecent),
      ),
    )
    .orderBy(desc(hasSameKey), table.createdAt)
    .limit(1)
  return earlier
}

type Stored = {
  id: string
  number: string
  kind: LeadKind
  /** Null for a repeat that does not show the key of the first: anybody may know the content. */
  requestUrl: string | null
  receivedAt: Date
  /** False for a repeat. */
  isNew: boolean
  /** The queues in which something waits to be sent. */
  queues: Queue[]
}

type Message = Omit<Parsed, 'website' | 'filledInMs' | 'consultationData'> & {
  consultationData?: Record<string, unknown> | null | undefined
}

type Storing = {
  /** SHA-256 of what makes it the same message. */
  hash: Buffer
  idempotencyKey?: string | undefined
  /** Whether the sender gets the usual confirmation. */
  confirms: boolean
  /** The user who wrote it down for the sender. */
  enteredBy?: { id: string } | undefined
}

/** In a savepoint. @returns undefined if it failed, which is logged: no lead is lost by a notice. */
async function attempt<T>(
  { log }: Context,
  tx: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await tx.transaction(work)
  } catch (error) {
    log.error({ event: 'lead_notice_failed', error: describeError(error) })
    return undefined
  }
}

/**
 * Stores a message and opens its reply deadline, unless it is there already; then queues mails and
 * notifications about it.
 *
 * @param reasons why the message is quarantined, if it is.
 */
export async function storeLeadIn(
  context: Context,
  tx: Transaction,
  message: Message,
  reasons: string[],
  { hash, idempotencyKey, confirms, enteredBy }: Storing,
): Promise<Stored> {
  await lockRepeats(tx, hash, idempotencyKey)
  const earlier = await findEarlier(tx, hash, idempotencyKey)
  if (earlier) {
    const { id, number, kind, createdAt, hasSameKey, hasSameContent } = earlier
    if (hasSameKey && !hasSameContent) {
      throw new Failure('conflict', 'This Idempotency-Key was used for another message.')
    }
    const url = hasSameKey ? await requestUrl(context, tx, id) : null
    return { id, number, kind, requestUrl: url, receivedAt: createdAt, isNew: false, queues: [] }
  }
  const isQuarantined = reasons.length > 0
  const [lead] = await tx
    .insert(table)
    .values({
      ...message,
      consultationData: message.consultationData ?? null,
      contentHash: hash,
      idempotencyKey: idempotencyKey ?? null,
      quarantined: isQuarantined,
      quarantineReasons: reasons,
    })
    .returning()
  if (!lead) throw new Error('The insert of a lead returned no row.')
  const { id, number, kind, createdAt } = lead
  const { url, row } = requestLink(context, id)
  const token = tx.insert(requestTokens).values(row)
  const stored = { id, number, kind, requestUrl: url, receivedAt: createdAt, isNew: true }
  if (isQuarantined) {
    await token
    return { ...stored, queues: [] }
  }
  await receiveLead(context, tx, lead, { enteredBy, more: { token } })
  const settings = await context.content.resolvedIn(tx)
  const alerted = await attempt(context, tx, (inner) => alertStaff(context, inner, settings, lead))
  const isConfirmed =
    confirms &&
    (await attempt(context, tx, (inner) => confirmToSender(context, inner, settings, lead)))
  return {
    ...stored,
    queues: [...(alerted ?? []), ...(isConfirmed ? (['mail_sender'] as const) : [])],
  }
}

/** Limits one sender's confirmations, so that they do not use up everybody's mail quota. */
async function mayCauseMail({ limits, requester }: Context): Promise<boolean> {
  try {
    await takeForNetworks(limits, confirmations, requester.address, '')
    return true
  } catch (error) {
    if (isFailure(error)) return false
    throw error
  }
}

/**
 * A form without script has only a key derived from its content, which others may know, so the
 * address distinguishes senders.
 */
function keyOf({ idempotencyKey, address }: Context['requester']): string | undefined {
  if (!idempotencyKey?.startsWith('page:')) return idempotencyKey
  return `page:${sha256(`${idempotencyKey} ${addressKey(address)}`).toString('hex')}`
}

/**
 * Stores a message once: the same `Idempotency-Key` with the same content, or the same content
 * within two minutes, is the same message.
 *
 * @param reasons why the message is quarantined, if it is.
 * @throws Failure `conflict` if the key was used with other content.
 */
export async function storeLead(
  context: Context,
  input: Parsed,
  reasons: string[],
): Promise<Stored> {
  const { website: _, filledInMs: __, ...message } = input
  const storing = {
    hash: contentHash(message),
    idempotencyKey: keyOf(context.requester),
    confirms: reasons.length === 0 && (await mayCauseMail(context)),
  }
  return context.db.transaction((tx) => storeLeadIn(context, tx, message, reasons, storing))
}
