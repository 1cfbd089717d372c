import type { FastifyInstance } from 'fastify'
import { adminDomain } from './features/admin/domain.server.ts'
import { automationsDomain } from './features/automations/domain.server.ts'
import { bookingDomain, bookingHandlers } from './features/booking/domain.server.ts'
import { chatDomain, chatHandlers } from './features/chat/domain.server.ts'
import { clientsDomain } from './features/clients/domain.server.ts'
import { contentDomain } from './features/content/domain.server.ts'
import { googleDomain } from './features/google/domain.server.ts'
import { identityDomain } from './features/identity/domain.server.ts'
import { inboxDomain, inboxHandlers } from './features/inbox/domain.server.ts'
import { leadsDomain } from './features/leads/domain.server.ts'
import { mailDomain } from './features/mail/domain.server.ts'
import type { ReceivedMailHandlers } from './features/mail/incoming/received-mail.server.ts'
import { notificationsDomain } from './features/notifications/domain.server.ts'
import { privacyDomain } from './features/privacy/domain.server.ts'
import { receiptsDomain } from './features/receipts/domain.server.ts'
import { siteDomain } from './features/site/domain.server.ts'
import type { Domain } from './server/http/domain.ts'
import type { MailHandlers } from './server/mail/send-mail.ts'
import type { Dependencies } from './server/service/context.ts'
import { removeOldIdempotencyKeys } from './server/service/idempotency.ts'

export const receivedMail: ReceivedMailHandlers = {
  onChatMail: chatHandlers.addVisitorMail,
  onCalendarReply: bookingHandlers.recordReply,
  onReturned: bookingHandlers.markReturned,
}

/** The domains, lowest first. What one does for an earlier one is given to that as a handler. */
const domains: readonly Domain[] = [
  identityDomain({
    assertMayLeave: bookingHandlers.assertNoUpcomingCalls,
    onLeave: inboxHandlers.unassignItems,
  }),
  receiptsDomain,
  contentDomain,
  notificationsDomain,
  inboxDomain,
  mailDomain(receivedMail),
  automationsDomain,
  googleDomain,
  clientsDomain({
    eraseCalls: bookingHandlers.eraseCalls,
    writeCalendarOfCall: bookingHandlers.exportedCall,
  }),
  leadsDomain,
  chatDomain,
  bookingDomain,
  siteDomain,
  privacyDomain,
  adminDomain,
]

export const register = domains.flatMap(({ routes = [] }) => routes)

export const jobs = [...domains.flatMap((domain) => domain.jobs ?? []), removeOldIdempotencyKeys]

export const loops = domains.flatMap((domain) => domain.loops ?? [])

export const encryptedColumns = domains.flatMap((domain) => domain.encryptedColumns ?? [])

export const mailHandlers: MailHandlers = Object.assign(
  {},
  ...domains.map((domain) => domain.mailHandlers),
)

/** Adds the routes that are not in a contract. */
export function addRoutes(app: FastifyInstance, deps: Dependencies): void {
  for (const domain of domains) domain.addRoutes?.(app, deps)
}
