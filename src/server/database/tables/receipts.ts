import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, moment, oneOf } from '../columns.ts'
import { clients } from './leads-and-clients.ts'

/**
 * Signed records of what the firm did, in canonical JSON. `no` is the order of insertion. `seq` and
 * `leaf` are set once, when the record enters the log. A trigger refuses every other change except
 * clearing `clientId` and `subjectId`.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey(),
    no: bigserial({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
    subjectType: text().notNull(),
    subjectId: text(),
    record: text().notNull(),
    signature: bytea().notNull(),
    uniqueKey: text(),
    seq: bigint({ mode: 'number' }),
    leaf: bytea(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('receipts_no_unique').on(t.no),
    uniqueIndex('receipts_key_unique').on(t.uniqueKey),
    uniqueIndex('receipts_seq_unique').on(t.seq),
    uniqueIndex('receipts_leaf_unique').on(t.leaf),
    index('receipts_pending').on(t.no).where(sql`${t.seq} is null`),
    index('receipts_client').on(t.clientId, t.seq.desc().nullsFirst()),
    index('receipts_kind').on(t.kind, t.seq.desc().nullsFirst()),
    index('receipts_subject').on(t.subjectType, t.subjectId),
    check('receipts_signature_length', sql`octet_length(${t.signature}) = 64`),
  ],
)

/**
 * Personal values of records; the records only hold SHA-256 of `salt` and `value`. `name` is the
 * path of the member, such as `data.leadRef`; `person` is a lower-case email address. Triggers
 * delete the rows of a client, lead, mail, deadline or call together with it.
 */
export const receiptDisclosures = pgTable(
  'receipt_disclosures',
  {
    receiptId: uuid()
      .notNull()
      .references(() => receipts.id),
    name: text().notNull(),
    salt: bytea().notNull(),
    value: text().notNull(),
    person: text(),
    clientId: uuid().references(() => clients.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.receiptId, t.name] }),
    index('receipt_disclosures_person').on(t.person),
    index('receipt_disclosures_client').on(t.clientId),
    check('receipt_disclosures_value_length', sql`length(${t.value}) <= 2000`),
  ],
)

/** Hashes of the complete subtrees with two or more leaves. Level 1 spans two leaves. */
export const receiptNodes = pgTable(
  'receipt_nodes',
  {
    level: integer().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.level, t.position] })],
)

/**
 * A single row with the current head, its signature, and the signed values. `log` identifies the
 * log permanently.
 */
export const receiptLog = pgTable(
  'receipt_log',
  {
    log: text().primaryKey(),
    size: bigint({ mode: 'number' }).notNull(),
    root: bytea().notNull(),
    head: text().notNull(),
    headSignature: bytea().notNull(),
    updatedAt: createdAt(),
  },
  () => [uniqueIndex('receipt_log_one_row').on(sql`(true)`)],
)

/** Heads that others may hold: the last one of each day, and those that were sent out. */
export const receiptHeads = pgTable('receipt_heads', {
  size: bigint({ mode: 'number' }).primaryKey(),
  head: text().notNull(),
  signature: bytea().notNull(),
})

/** `keyId` is the beginning of SHA-256 of the public key's SPKI. Only the active key can sign. */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    keyId: text().primaryKey(),
    publicKey: bytea().notNull(),
    privateKeyEncrypted: text(),
    state: text({ enum: words.receiptKeyStates }).notNull(),
    validFrom: moment().notNull(),
    validUntil: moment(),
  },
  (t) => [
    uniqueIndex('receipt_keys_one_active').on(t.state).where(sql`${t.state} = 'active'`),
    oneOf('receipt_keys_state_known', t.state, words.receiptKeyStates),
    check('receipt_keys_public_key_length', sql`octet_length(${t.publicKey}) = 32`),
  ],
)
