import { createHash } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { ParsedInput } from '../../../contract/endpoint.ts'
import { Failure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { Context, Service } from '../../../server/context.ts'
import { inquiries as table } from '../../../server/database/schema.ts'
import { addressKey, type Budget } from '../../../server/http/rate-limits.ts'
import { checkReason, checkRunOf } from '../../../server/security/self-check-token.ts'
import {
  countLeads,
  isConsultation as isConsultationRow,
  listLeads,
} from '../list/lead-list.server.ts'
import type { inquiries } from './contract.ts'
import { announce } from './lead-mail.server.ts'

type Parsed = ParsedInput<typeof inquiries.create>

/**
 * Limits per address. A fair or an office sends many messages at once, so those beyond the first
 * limit are only quarantined; beyond the second they are refused.
 */
const calm: Budget = { name: 'contact-calm', points: 30, seconds: 60 }
const flood: Budget = { name: 'contact-flood', points: 120, seconds: 60 }

/** Limit for all addresses; well above one flood, which must not close the form to others. */
const everybody: Budget = { name: 'contact-everybody', points: 600, seconds: 60 }

/**
 * Milliseconds after opening the page. People need longer even with autofill and a pasted message;
 * a higher limit would quarantine real leads.
 */
const fastestPersonMs = 600

const sameAgainSeconds = 120

/** Set when the status first leaves `new` and never changed again: it measures the first reply. */
export const firstContact = sql`coalesce(${table.firstContactedAt}, now())`

export const unknownInquiry = () => new Failure('not_found', 'Inquiry not found')

const thanks = "Thank you. We'll contact you within 24 hours."

function contentHash(input: Omit<Parsed, 'website' | 'filledInMs'>): Buffer {
  const { name, email, company, service, message, consultationData } = input
  const content = [name, email.toLowerCase(), company, service, message, consultationData ?? null]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

function isConsultation({ service, consultationData }: Partial<Parsed>): boolean {
  return service === 'consultation' || consultationData != null
}

async function suspicions({ limits, requester }: Context, input: Parsed): Promise<string[]> {
  const address = addressKey(requester.address)
  for (const [budget, key] of [
    [flood, address],
    [everybody, 'all'],
  ] as const) {
    const spent = await limits.take(budget, key)
    if (!spent.allowed) {
      throw new Failure(
        'too_many_requests',
        'Too many messages at once. Please try again shortly.',
        {
          retryAfter: spent.retryAfter,
        },
      )
    }
  }
  const fromHere = await limits.take(calm, address)
  return [
    ...(input.website ? ['honeypot'] : []),
    ...(typeof input.filledInMs === 'number' && input.filledInMs < fastestPersonMs
      ? ['too_fast']
      : []),
    ...(fromHere.allowed ? [] : ['too_many']),
  ]
}

function lockOf(hash: Buffer): string {
  return hash.readBigInt64BE(0).toString()
}

/**
 * Stores a message once: the same `Idempotency-Key`, or the same content within two minutes, is the
 * same message. Advisory locks keep concurrent repeats from both being stored; they are taken in
 * order, so that two messages never wait for each other.
 *
 * @returns the id of the message; `isNew` is false for a repeat.
 */
async function store(
  context: Context,
  input: Parsed,
  reasons: string[],
): Promise<{ id: string; isNew: boolean }> {
  const { db, requester } = context
  const { website: _, filledInMs: __, ...message } = input
  const hash = contentHash(message)
  const { idempotencyKey } = requester
  const keyHash = idempotencyKey && createHash('sha256').update(idempotencyKey).digest()
  const locks = [lockOf(hash), ...(keyHash ? [lockOf(keyHash)] : [])].sort()
  return db.transaction(async (tx) => {
    for (const lock of locks) {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock}::bigint)`)
    }
    const [earlier] = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        or(
          idempotencyKey ? eq(table.idempotencyKey, idempotencyKey) : undefined,
          and(
            eq(table.contentHash, hash),
            gt(table.createdAt, sql`now() - make_interval(secs => ${sameAgainSeconds})`),
          ),
        ),
      )
      .orderBy(table.createdAt)
      .limit(1)
    if (earlier) return { id: earlier.id, isNew: false }
    const [made] = await tx
      .insert(table)
      .values({
        ...message,
        consultationData: message.consultationData ?? null,
        contentHash: hash,
        idempotencyKey: idempotencyKey ?? null,
        quarantined: reasons.length > 0,
        quarantineReasons: reasons,
      })
      .returning({ id: table.id })
    if (!made) throw new Error('insert returned no row')
    if (reasons.length === 0) {
      await announce(context, tx, {
        ...message,
        id: made.id,
        isConsultation: isConsultation(message),
      })
    }
    return { id: made.id, isNew: true }
  })
}

export const inquiriesService: Service<typeof inquiries> = {
  async create(context, input) {
    if (await checkRunOf(context, context.requester.checkToken)) {
      const { id } = await store(context, input, [checkReason])
      return { success: true, message: thanks, id }
    }
    const reasons = await suspicions(context, input)
    const { id, isNew } = await store(context, input, reasons)
    if (isNew) {
      const kind = isConsultation(input) ? 'consultation' : 'inquiry'
      context.metrics.leads.of(kind, String(reasons.length > 0)).add()
      context.jobs.wake()
    }
    context.log.info({ event: 'inquiry_received', inquiryId: id, quarantined: reasons })
    return { success: true, message: thanks, id }
  },

  list: ({ db }, listing) => listLeads(db, listing),

  async count({ db }, { consultations, ...filter }) {
    const which = consultations === 'true' ? isConsultationRow : undefined
    return { total: await countLeads(db, filter, which) }
  },

  async show({ db }, { id }) {
    const [found] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), eq(table.quarantined, false)))
    if (!found) throw unknownInquiry()
    return found
  },

  setStatus({ db, user }, { id, status }) {
    return db.transaction(async (tx) => {
      const [before] = await tx
        .select({ status: table.status })
        .from(table)
        .where(eq(table.id, id))
        .for('update')
      const [after] = await tx
        .update(table)
        .set({ status, ...(status !== 'new' && { firstContactedAt: firstContact }) })
        .where(eq(table.id, id))
        .returning()
      if (!before || !after) throw unknownInquiry()
      if (before.status !== status) {
        const details = { from: before.status, to: status }
        await record(tx, user, {
          action: 'inquiry.status_changed',
          subject: 'inquiry',
          subjectId: id,
          clientId: after.clientId,
          details,
        })
      }
      return after
    })
  },

  release({ db, user }, { id }) {
    return db.transaction(async (tx) => {
      const [inquiry] = await tx
        .update(table)
        .set({ quarantined: false })
        .where(eq(table.id, id))
        .returning()
      if (!inquiry) throw unknownInquiry()
      await record(tx, user, { action: 'inquiry.released', subject: 'inquiry', subjectId: id })
      return inquiry
    })
  },
}
