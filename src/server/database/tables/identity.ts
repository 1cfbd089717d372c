import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#contract/endpoint.ts'
import { bytea, createdAt, id, moment, oneOf, ownedBy } from '../columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    email: text(),
    passwordHash: text().notNull(),
    role: text({ enum: roles }).notNull(),
    active: boolean().notNull().default(true),
    totpSecretEncrypted: text(),
    totpConfirmedAt: moment(),
    /** Visitors see it. At most 80 characters. */
    displayName: text(),
    title: text(),
    signature: text(),
    /** A row of `media`, where unused rows are removed at night. */
    portraitId: uuid(),
    profileRevision: integer().notNull().default(0),
    /** The last networks that the user signed in from, as `addressKey` writes them. */
    knownNetworks: text().array().notNull().default([]),
    createdAt: createdAt(),
    passwordChangedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_username_unique').on(sql`lower(${t.username})`),
    oneOf('users_role_known', t.role, roles),
  ],
)

export const recoveryCodes = pgTable('recovery_codes', {
  codeHash: bytea().primaryKey(),
  userId: ownedBy(() => users.id),
  usedAt: moment(),
})

export const invitations = pgTable('invitations', {
  tokenHash: bytea().primaryKey(),
  userId: ownedBy(() => users.id),
  invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  expiresAt: moment().notNull(),
  usedAt: moment(),
  createdAt: createdAt(),
})

/** `tokenHash` is SHA-256 of the cookie's 32 random bytes. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: bytea().notNull(),
    userId: ownedBy(() => users.id),
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex('sessions_token_unique').on(t.tokenHash),
    index('sessions_user').on(t.userId, t.createdAt),
  ],
)
