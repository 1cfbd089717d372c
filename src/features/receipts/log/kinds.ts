import { z } from 'zod'
import * as words from '#contract/vocabulary.ts'

/**
 * SHA-256 in lowercase hex. If the member's name ends in `Ref`, it is the hash of salt and value.
 */
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const keyId = z.string().regex(/^[0-9a-f]{16}$/)
const signature = z.string().regex(/^[0-9a-f]{128}$/)
const count = z.int().nonnegative()
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
/** As `Date.toISOString` writes it. */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
/** Printable ASCII. */
const word = z.string().regex(/^[\x20-\x7e]*$/)

const automation = { clientRef: hash, version: count }
const incident = { automation: z.uuid(), clientRef: hash, cause: word }
const booking = { bookingRef: hash, hostRef: hash, start: time, end: time, sequence: count }
const settings = { number: count, sha256: hash, sections: z.array(word) }
const outcome = z.enum(words.outcomes)
const evidence = z.enum(words.evidenceKinds)

/** All kinds of receipts, with the members of `data`, the type of the subject, and a label. */
export const receiptKinds = {
  'log.started': kind('log', 'Log started', { origin: word }),
  'log.restored': kind('log', 'Log restored from a backup', { backupAt: time, size: count }),
  'person.erased': kind('log', 'Person erased', { disclosures: count, rows: count }),
  'key.rotated': kind('key', 'Signing key rotated', {
    newKeyId: keyId,
    newPublicKey: hash,
    newKeySignature: signature,
    compromised: z.boolean(),
    trustedSize: count.nullable(),
  }),
  'key.replaced': kind('key', 'Signing key replaced without the old one', {
    replacedKeyId: keyId,
    publicKey: hash,
  }),
  'lead.received': kind('lead', 'Lead received', {
    leadRef: hash,
    kind: z.enum(words.deadlineKinds),
    dueAt: time,
  }),
  'mail.accepted': kind('message', 'Reply accepted by the mail server', {
    messageRef: hash,
    recipientRef: hash,
    responseRef: hash,
    code: z.int().nullable(),
  }),
  'mail.bounced': kind('message', 'Email bounced', { messageRef: hash, status: word }),
  'deadline.met': kind('deadline', 'Reply deadline met', {
    deadlineRef: hash,
    evidence,
    openedAt: time,
    dueAt: time,
    metAt: time,
  }),
  'deadline.waived': kind('deadline', 'Reply deadline waived', {
    deadlineRef: hash,
    reason: z.enum(words.waiveReasons),
  }),
  'deadline.reopened': kind('deadline', 'Reply deadline open again', {
    deadlineRef: hash,
    reason: z.enum(words.reopenReasons),
  }),
  'booking.confirmed': kind('booking', 'Call booked', booking),
  'booking.moved': kind('booking', 'Call moved', booking),
  'booking.cancelled': kind('booking', 'Call cancelled', {
    ...booking,
    by: z.enum(words.cancellers),
  }),
  'booking.outcome': kind('booking', 'Outcome of a call', { ...booking, outcome }),
  'settings.published': kind('settings', 'Site settings published', settings),
  'settings.restored': kind('settings', 'Site settings restored', settings),
  'settings.legal_published': kind('settings', 'Legal text published', {
    slug: word,
    number: count,
    sha256: hash,
    effectiveAt: time,
  }),
  'settings.demo_switched': kind('settings', 'Demo content switched', { demo: z.boolean() }),
  'automation.created': kind('automation', 'Automation registered', automation),
  'automation.changed': kind('automation', 'Automation changed', {
    ...automation,
    fields: z.array(word),
  }),
  'automation.retired': kind('automation', 'Automation retired', automation),
  'incident.opened': kind('incident', 'Incident opened', incident),
  'incident.acknowledged': kind('incident', 'Incident acknowledged', incident),
  'incident.closed': kind('incident', 'Incident closed', { ...incident, byItself: z.boolean() }),
  'days.closed': kind('client', 'Day closed', { day, rows: count, sha256: hash }),
  'export.made': kind(['client', 'log'], 'Receipts exported', { scope: word, count }),
}

function kind<S extends string, D extends z.ZodRawShape>(
  subject: S | readonly S[],
  words: string,
  data: D,
) {
  const subjects = typeof subject === 'string' ? [subject] : subject
  return { subjects, words, data: z.strictObject(data) }
}

export type ReceiptKind = keyof typeof receiptKinds
export type SubjectType<K extends ReceiptKind> = (typeof receiptKinds)[K]['subjects'][number]
/** The data passed to `appendReceipt`, in which refs are the values themselves. */
export type ReceiptData<K extends ReceiptKind> = z.output<(typeof receiptKinds)[K]['data']>

/** Refs to staff, which are kept when a person or client is erased. */
export const staffRefs: ReadonlySet<string> = new Set(['hostRef'])
