import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import {
  clients,
  googleAccounts,
  googleConsents,
  googleGrants,
  users,
} from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import { DecryptionError } from '#server/security/encryption.ts'
import { record } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { checkGrant } from './access-token.server.ts'
import { consentUrl, notConfigured, notConfiguredYet, openClient } from './connection.server.ts'
import { forgetOldConsents, hashOfState, verifierColumn } from './consents.server.ts'
import type { google } from './contract.ts'
import { grantOf, tokenColumn } from './grants.server.ts'
import { freeBusyScope, groupOf } from './scopes.ts'

const clientScreen = /^\/admin\/clients\/([0-9a-f-]{36})$/i

function clientOfReferer({ requester, config }: SignedInContext): string | undefined {
  const { referer = '' } = requester
  if (!URL.canParse(referer)) return undefined
  const { origin, pathname } = new URL(referer)
  return config.allowedOrigins.includes(origin) ? clientScreen.exec(pathname)?.[1] : undefined
}

async function existingClient({ db }: SignedInContext, id: string | undefined) {
  if (!id) return null
  const [client] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, id))
  return client?.id ?? null
}

export const googleService: Service<typeof google> = {
  async authUrl(context, { serviceType, clientId }) {
    const { db, encryption, user } = context
    const client = await openClient(context)
    const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync()
    const state = randomBytes(32).toString('base64url')
    const stateHash = hashOfState(state)
    const group = groupOf[serviceType]
    await forgetOldConsents(db)
    await db.insert(googleConsents).values({
      stateHash,
      sessionId: user.sessionId,
      service: serviceType,
      clientId: await existingClient(context, clientId ?? clientOfReferer(context)),
      codeVerifierEncrypted: encryption.encrypt(codeVerifier, verifierColumn(stateHash)),
    })
    const grant = await grantOf(db, group)
    const connected = grant?.state === 'ok' && grant.refreshTokenEncrypted ? grant : undefined
    return { authUrl: consentUrl(client, group, { state, codeChallenge }, connected) }
  },

  async confirm(context, { serviceType }) {
    const { email, scopes } = await checkGrant(context, groupOf[serviceType])
    return { success: true, serviceType, email, scopes }
  },

  async status({ db, google, user }) {
    const grants = await db
      .select({
        group: googleGrants.scopeGroup,
        state: googleGrants.state,
        reason: googleGrants.reason,
        email: googleAccounts.email,
        connectedBy: staffName(users),
        connectedAt: googleGrants.createdAt,
        checkedAt: googleGrants.checkedAt,
        scopes: googleGrants.scopes,
      })
      .from(googleGrants)
      .innerJoin(googleAccounts, eq(googleAccounts.id, googleGrants.accountId))
      .leftJoin(users, eq(users.id, googleAccounts.connectedBy))
      .orderBy(asc(googleGrants.scopeGroup))
    return {
      configured: google !== undefined,
      standIn: google?.standIn !== undefined,
      sentence: google ? null : user.role === 'owner' ? notConfigured : notConfiguredYet,
      grants: grants.map(({ scopes, ...grant }) => ({
        ...grant,
        lacksBusyTimes: grant.group === 'calendar' && !scopes.includes(freeBusyScope),
      })),
    }
  },

  async disconnect(context, { group }) {
    const { db, user, encryption, log } = context
    const grant = await grantOf(db, group)
    if (!grant) return { success: true }
    await db.transaction(async (tx) => {
      await tx.delete(googleGrants).where(eq(googleGrants.id, grant.id))
      await record(tx, user, {
        action: 'google.disconnected',
        subject: 'google',
        subjectId: grant.id,
        details: { group },
      })
    })
    if (!context.google || !grant.refreshTokenEncrypted) return { success: true }
    try {
      const token = encryption.decrypt(
        grant.refreshTokenEncrypted,
        tokenColumn(grant.id, 'refresh'),
      )
      await (await openClient(context)).revokeToken(token)
    } catch (error) {
      // The grant is gone here anyway, and the account's owner can also revoke it at Google.
      const outcome = error instanceof DecryptionError ? 'unreadable' : 'not_confirmed'
      log.warn({ event: 'google_revoke', outcome })
    }
    return { success: true }
  },
}
