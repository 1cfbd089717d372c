import { jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import * as words from '#contract/vocabulary.ts'
import { bytea, createdAt, id, list, moment, oneOf, ownedBy } from '../columns.ts'
import { sessions, users } from './identity.ts'
import { clients } from './leads-and-clients.ts'

export const googleAccounts = pgTable(
  'google_accounts',
  {
    id: id(),
    subject: text().notNull(),
    email: text().notNull(),
    connectedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('google_accounts_subject_unique').on(t.subject)],
)

export const googleGrants = pgTable(
  'google_grants',
  {
    id: id(),
    accountId: ownedBy(() => googleAccounts.id),
    scopeGroup: text({ enum: words.googleScopeGroups }).notNull(),
    scopes: list(),
    refreshTokenEncrypted: text(),
    accessTokenEncrypted: text(),
    accessExpiresAt: moment(),
    refreshingUntil: moment(),
    state: text({ enum: words.googleGrantStates }).notNull().default('ok'),
    reason: text(),
    checkedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('google_grants_group_unique').on(t.scopeGroup),
    oneOf('google_grants_group_known', t.scopeGroup, words.googleScopeGroups),
    oneOf('google_grants_state_known', t.state, words.googleGrantStates),
  ],
)

export const googleConsents = pgTable('google_consents', {
  stateHash: bytea().primaryKey(),
  sessionId: ownedBy(() => sessions.id),
  service: text({ enum: words.googleServices }).notNull(),
  clientId: uuid().references(() => clients.id, { onDelete: 'cascade' }),
  codeVerifierEncrypted: text().notNull(),
  createdAt: createdAt(),
})

export const googleSetups = pgTable(
  'google_setups',
  {
    clientId: ownedBy(() => clients.id),
    service: text({ enum: words.googleServices }).notNull(),
    state: text({ enum: words.googleSetupStates }).notNull().default('pending'),
    step: text(),
    reason: text(),
    resourceId: text(),
    url: text(),
    sharedWith: list(),
    warnings: list(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    leaseHolder: uuid(),
    leaseUntil: moment(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.service] }),
    oneOf('google_setups_service_known', t.service, words.googleServices),
    oneOf('google_setups_state_known', t.state, words.googleSetupStates),
  ],
)
