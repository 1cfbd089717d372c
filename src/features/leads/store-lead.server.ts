import { createHash } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/endpoint.ts'
import { Failure, isFailure } from '#contract/failure.ts'
import { openingWrites } from '#features/inbox/deadlines/deadlines.server.ts'
import { type Reachable, reachableColumns } from '#features/notifications/delivery/staff.server.ts'
import { contentVersion } from '#server/content/content-version.ts'
import { describeError } from '#server/database/describe-error.ts'
import { isUnavailable } from '#server/database/failures.ts'
import { newId } from '#server/database/new-id.ts'
import type { Transaction } from '#server/database/open.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { requestTokens, inquiries as table } from '#server/database/schema.ts'
import { type Writes, writeTogether } from '#server/database/write-together.ts'
import { addressKey } from '#server/http/client-address.ts'
import { requestLink, requestUrl } from '#server/mail/request-link.ts'
import type { Context } from '#server/service/context.ts'
import type { Queue } from '#server/service/job-queue.ts'
import { type Budget, takeForNetworks } from '#server/service/rate-limits.ts'
import type { inquiries } from './contract.ts'
import {
  alertStaff,
  confirmationWrites,
  isConsultation,
  type Lead,
  mayConfirm,
  reservation,
} from './mail.server.ts'

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

export function deadlineOf(lead: Lead) {
  const { id: inquiryId, createdAt: openedAt, assigneeId } = lead
  const kind = isConsultation(lead) ? 'consultation' : 'inquiry'
  return { kind, inquiryId, openedAt, assigneeId } as const
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

type Arrival = Reachable & {
  number: string
  content: number | null
  earlierId: string | null
  earlierNumber: string | null
  earlierAt: string | null
  /**
   * Whether the earlier message has the same `Idempotency-Key`; otherwise only its content is the
   * same.
   */
  hasSameKey: boolean | null
  hasSameContent: boolean | null
  /** Whether a confirmation was reserved for the sender. */
  isReserved: boolean
}

/**
 * Reads what storing a message requires: its time and number, and the earlier message that it
 * repeats. Locks keep concurrent repeats from both being stored. They are taken in order to prevent
 * deadlocks.
 *
 * @param confirmed the address that gets a confirmation unless the message is a repeat.
 */
async function arrive(
  tx: Transaction,
  hash: Buffer,
  { idempotencyKey, confirmed }: { idempotencyKey?: string | undefined; confirmed?: string },
): Promise<Arrival> {
  const locks = [lockOf(hash), ...(idempotencyKey ? [lockOf(sha256(idempotencyKey))] : [])].sort()
  // Locking is a separate statement, because the next one must see what was stored in the meantime.
  await executePrepared(
    tx,
    sql`select pg_advisory_xact_lock(key) from unnest(${sql.param(locks)}::bigint[]) key`,
  )
  const hasSameKey = sql`coalesce(${table.idempotencyKey} = ${idempotencyKey ?? null}, false)`
  const isSame = or(
    idempotencyKey ? eq(table.idempotencyKey, idempotencyKey) : undefined,
    and(
      eq(table.contentHash, hash),
      gt(table.createdAt, sql`now() - make_interval(secs => ${sql.raw(`${sameAgainSeconds}`)})`),
    ),
  )
  const isFirst = sql`not exists (select from earlier)`
  const reserved = confirmed ? sql`, reserved as (${reservation(confirmed, isFirst)})` : sql``
  const { staff, channels, now } = reachableColumns
  const [arrival] = await executePrepared<Arrival>(
    tx,
    sql`
    with earlier as (
      select id, number, created_at, ${hasSameKey} as has_same_key,
        content_hash = ${hash} as has_same_content
      from ${table} where ${isSame} order by has_same_key desc, ${table.createdAt} limit 1
    )${reserved}
    select request_number() as number, ${contentVersion} as content, earlier.id as "earlierId",
      earlier.number as "earlierNumber", earlier.created_at as "earlierAt",
      has_same_key as "hasSameKey", has_same_content as "hasSameContent", ${staff} as staff, ${channels} as channels, ${now} as now,
      ${confirmed ? sql`exists (select from reserved)` : sql`false`} as "isReserved"
    from (select) one left join earlier on true`,
  )
  if (!arrival) throw new Error('The message has no number.')
  return arrival
}

type Stored = {
  id: string
  number: string
  /** Null for a repeat without the key of the first message, since anybody may know the content. */
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
  /** The hash of what identifies the message. */
  hash: Buffer
  idempotencyKey?: string | undefined
  /** Whether the sender gets the usual confirmation. */
  confirms: boolean
  /**
   * Takes a few more statements, but a mail that cannot be stored does not prevent storing the
   * lead.
   */
  tellsApart: boolean
}

/** Runs `work` in a savepoint. @returns undefined if it failed; the error is logged. */
async function attempt<T>(
  { log }: Context,
  tx: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await tx.transaction(work)
  } catch (error) {
    log.error({ event: 'lead_not_told', error: describeError(error) })
    return undefined
  }
}

/**
 * Stores a message in a transaction, unless it is already stored, together with its deadline, mails
 * and notifications.
 *
 * @param reasons why the message is quarantined, if it is.
 */
export async function storeLeadIn(
  context: Context,
  tx: Transaction,
  message: Message,
  reasons: string[],
  { hash, idempotencyKey, confirms, tellsApart }: Storing,
): Promise<Stored> {
  const isQuarantined = reasons.length > 0
  const isConfirmed = confirms && !isQuarantined && mayConfirm(context, message.email)
  const arrival = await arrive(tx, hash, {
    idempotencyKey,
    ...(isConfirmed && { confirmed: message.email }),
  })
  const {
    number,
    content,
    earlierId,
    earlierNumber,
    earlierAt,
    hasSameKey,
    hasSameContent,
    ...rest
  } = arrival
  const { isReserved, ...reachable } = rest
  if (earlierId && earlierNumber && earlierAt) {
    if (hasSameKey && !hasSameContent) {
      throw new Failure('conflict', 'This Idempotency-Key was used for another message.')
    }
    const url = hasSameKey ? await requestUrl(context, tx, earlierId) : null
    const nothingNew = { receivedAt: new Date(earlierAt), isNew: false, queues: [] }
    return { id: earlierId, number: earlierNumber, requestUrl: url, ...nothingNew }
  }
  const lead = {
    id: newId(),
    number,
    createdAt: new Date(reachable.now),
    ...message,
    consultationData: message.consultationData ?? null,
    clientId: null,
    assigneeId: null,
  }
  const { id } = lead
  const { url, row } = requestLink(context, id)
  const writes = {
    lead: tx.insert(table).values({
      ...lead,
      contentHash: hash,
      idempotencyKey: idempotencyKey ?? null,
      quarantined: isQuarantined,
      quarantineReasons: reasons,
    }),
    token: tx.insert(requestTokens).values(row),
  }
  const stored = { id, number, requestUrl: url, receivedAt: lead.createdAt, isNew: true }
  if (isQuarantined) {
    await writeTogether(tx, writes, { isPrepared: true })
    return { ...stored, queues: [] }
  }
  const settings = await context.content.resolvedIn(tx, content)
  const all = { ...writes, ...openingWrites(settings, tx, deadlineOf(lead)) }
  const confirm = () => (isReserved ? confirmationWrites(context, tx, settings, lead) : {})
  const alert = (inner: Transaction, writes: Writes = {}) =>
    alertStaff(context, inner, settings, lead, { writes, reachable })
  if (!tellsApart) {
    const queues = await alert(tx, { ...all, ...confirm() })
    return { ...stored, queues: isReserved ? [...queues, 'mail_sender'] : queues }
  }
  await writeTogether(tx, all)
  const queues = (await attempt(context, tx, alert)) ?? []
  await attempt(context, tx, (inner) => writeTogether(inner, confirm()))
  return { ...stored, queues: isReserved ? [...queues, 'mail_sender'] : queues }
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
 * Stores a message once, together with its deadline, mails and notifications. Messages with the
 * same `Idempotency-Key` and content, or with the same content within two minutes, are the same. If
 * part of the storing fails, the message is stored without that part.
 *
 * @param reasons why the message is quarantined, if it is.
 * @throws Failure `conflict` if the key was used with other content.
 */
export async function storeLead(
  context: Context,
  input: Parsed,
  reasons: string[],
): Promise<Stored> {
  const { db, requester } = context
  const { website: _, filledInMs: __, ...message } = input
  const idempotencyKey = keyOf(requester)
  const hash = contentHash(message)
  const confirms = reasons.length === 0 && (await mayCauseMail(context))
  const storing = { hash, idempotencyKey, confirms }
  const store = (tellsApart: boolean) =>
    db.transaction((tx) => storeLeadIn(context, tx, message, reasons, { ...storing, tellsApart }))
  try {
    return await store(false)
  } catch (error) {
    if (isFailure(error) || isUnavailable(error)) throw error
    // The retry also covers a collision of random numbers (one in 10¹²), as it draws another
    // number.
    return await store(true)
  }
}
