import type { FastifyInstance } from 'fastify'
import { attention } from './features/admin/attention/contract.ts'
import { attentionSchemas } from './features/admin/attention/schemas.ts'
import { attentionService } from './features/admin/attention/service.server.ts'
import { audit } from './features/admin/audit-log/contract.ts'
import { auditSchemas } from './features/admin/audit-log/schemas.ts'
import { auditService } from './features/admin/audit-log/service.server.ts'
import { watchBackups } from './features/admin/backups/watch-backups.server.ts'
import { charts } from './features/admin/charts/contract.ts'
import { chartsSchemas } from './features/admin/charts/schemas.ts'
import { chartsService } from './features/admin/charts/service.server.ts'
import { mail } from './features/admin/mail/contract.ts'
import { mailSchemas } from './features/admin/mail/schemas.ts'
import { mailService } from './features/admin/mail/service.server.ts'
import { dashboard } from './features/admin/overview/contract.ts'
import { dashboardSchemas } from './features/admin/overview/schemas.ts'
import { dashboardService } from './features/admin/overview/service.server.ts'
import { incidents } from './features/automations/incidents/contract.ts'
import { incidentsSchemas } from './features/automations/incidents/schemas.ts'
import { incidentsService } from './features/automations/incidents/service.server.ts'
import { automationRuns } from './features/automations/pings/contract.ts'
import { automationRunsService } from './features/automations/pings/list-pings.server.ts'
import { pruneNightly } from './features/automations/pings/nightly.server.ts'
import { servePings } from './features/automations/pings/routes.server.ts'
import { automationRunsSchemas } from './features/automations/pings/schemas.ts'
import { automations } from './features/automations/register/contract.ts'
import { automationsSchemas } from './features/automations/register/schemas.ts'
import { automationsService } from './features/automations/register/service.server.ts'
import { agenda } from './features/booking/agenda/contract.ts'
import { agendaSchemas } from './features/booking/agenda/schemas.ts'
import { agendaService } from './features/booking/agenda/service.server.ts'
import { availability } from './features/booking/availability/contract.ts'
import { availabilitySchemas } from './features/booking/availability/schemas.ts'
import { availabilityService } from './features/booking/availability/service.server.ts'
import { hostColumns } from './features/booking/busy-sources/address.server.ts'
import { busySourceJobs } from './features/booking/busy-sources/jobs.server.ts'
import { exportedCall } from './features/booking/calendar-events/call-file.server.ts'
import { planEvent } from './features/booking/calendar-events/event-plan.server.ts'
import { eventJobs } from './features/booking/calendar-events/jobs.server.ts'
import { callBriefs } from './features/booking/call-brief/contract.ts'
import { callBriefsSchemas } from './features/booking/call-brief/schemas.ts'
import { callBriefsService } from './features/booking/call-brief/service.server.ts'
import { chatOffers } from './features/booking/chat-offer/contract.ts'
import { chatOffersSchemas } from './features/booking/chat-offer/schemas.ts'
import { chatOffersService } from './features/booking/chat-offer/service.server.ts'
import { assertNoUpcomingCalls } from './features/booking/hosts/assert-no-upcoming-calls.server.ts'
import { bookingHosts } from './features/booking/hosts/contract.ts'
import { bookingHostsSchemas } from './features/booking/hosts/schemas.ts'
import { hostsService } from './features/booking/hosts/service.server.ts'
import { announceErased } from './features/booking/mail/announce-booking.server.ts'
import { callMailHandler } from './features/booking/mail/booking-mail-handler.server.ts'
import { planReminders, remind } from './features/booking/mail/reminders.server.ts'
import { markReturned, recordReply } from './features/booking/mail/returned.server.ts'
import { meetingTypes } from './features/booking/meeting-types/contract.ts'
import { meetingTypesSchemas } from './features/booking/meeting-types/schemas.ts'
import { meetingTypesService } from './features/booking/meeting-types/service.server.ts'
import { pausing } from './features/booking/pausing/contract.ts'
import { planners } from './features/booking/pausing/pause.server.ts'
import { pausingSchemas } from './features/booking/pausing/schemas.ts'
import { pausingService } from './features/booking/pausing/service.server.ts'
import { confirmPending } from './features/booking/reservation/confirm-pending.server.ts'
import { holds, meetings } from './features/booking/reservation/contract.ts'
import { holdsSchemas, meetingsSchemas } from './features/booking/reservation/schemas.ts'
import { holdsService, meetingsService } from './features/booking/reservation/service.server.ts'
import { freeOldCells, removeOldHolds } from './features/booking/reservation/sweeping.server.ts'
import { bookingColumns } from './features/booking/reservation/tokens.server.ts'
import { meetingTypePreview } from './features/booking/settings/contract.ts'
import { meetingTypePreviewSchemas } from './features/booking/settings/schemas.ts'
import { meetingTypePreviewService } from './features/booking/settings/service.server.ts'
import { visits } from './features/booking/visitor/contract.ts'
import { visitsSchemas } from './features/booking/visitor/schemas.ts'
import { visitsService } from './features/booking/visitor/service.server.ts'
import { chat } from './features/chat/protocol/contract.ts'
import { chatSchemas } from './features/chat/protocol/schemas.ts'
import { followChats } from './features/chat/server/chat-deadlines.server.ts'
import { endAbandonedChats, mailUnansweredChat } from './features/chat/server/chat-jobs.server.ts'
import { mailMissedMessages } from './features/chat/server/follow-up.server.ts'
import { chatService } from './features/chat/server/service.server.ts'
import { addVisitorMail } from './features/chat/server/visitor-mail.server.ts'
import { clients } from './features/clients/contract.ts'
import { archiveHandlers } from './features/clients/data-exchange/archive.server.ts'
import { dataExchange } from './features/clients/data-exchange/contract.ts'
import { erasureHandlers } from './features/clients/data-exchange/erase-person.server.ts'
import { dataExchangeSchemas } from './features/clients/data-exchange/schemas.ts'
import { dataExchangeService } from './features/clients/data-exchange/service.server.ts'
import { documents } from './features/clients/documents/contract.ts'
import { documentsSchemas } from './features/clients/documents/schemas.ts'
import { documentsService } from './features/clients/documents/service.server.ts'
import { removeStrays, sweepDocuments } from './features/clients/documents/sweeping.server.ts'
import { notes } from './features/clients/notes/contract.ts'
import { notesSchemas } from './features/clients/notes/schemas.ts'
import { notesService } from './features/clients/notes/service.server.ts'
import { projects } from './features/clients/projects/contract.ts'
import { projectsSchemas } from './features/clients/projects/schemas.ts'
import { projectsService } from './features/clients/projects/service.server.ts'
import { clientsSchemas } from './features/clients/schemas.ts'
import { clientsService } from './features/clients/service.server.ts'
import { timeline } from './features/clients/timeline/contract.ts'
import { timelineSchemas } from './features/clients/timeline/schemas.ts'
import { timelineService } from './features/clients/timeline/service.server.ts'
import { colors } from './features/content/appearance/contract.ts'
import { colorsSchemas } from './features/content/appearance/schemas.ts'
import { colorsService } from './features/content/appearance/service.server.ts'
import { caseStudies } from './features/content/case-studies/contract.ts'
import { caseStudiesSchemas } from './features/content/case-studies/schemas.ts'
import { caseStudiesService } from './features/content/case-studies/service.server.ts'
import { checklist } from './features/content/checklist/contract.ts'
import { checklistSchemas } from './features/content/checklist/schemas.ts'
import { checklistService } from './features/content/checklist/service.server.ts'
import { media } from './features/content/media/contract.ts'
import { mediaSchemas } from './features/content/media/schemas.ts'
import { serveMedia } from './features/content/media/serve-media.server.ts'
import { mediaService } from './features/content/media/service.server.ts'
import { sweepMedia } from './features/content/media/sweeping.server.ts'
import { pages } from './features/content/pages/contract.ts'
import { pagesSchemas } from './features/content/pages/schemas.ts'
import { pagesService } from './features/content/pages/service.server.ts'
import { sweepPages } from './features/content/pages/sweeping.server.ts'
import { previews } from './features/content/previews/contract.ts'
import { previewsSchemas } from './features/content/previews/schemas.ts'
import { previewsService, sweepPreviews } from './features/content/previews/service.server.ts'
import { published } from './features/content/published/contract.ts'
import { publishedSchemas } from './features/content/published/schemas.ts'
import { publishedService } from './features/content/published/service.server.ts'
import { services } from './features/content/services/contract.ts'
import { servicesSchemas } from './features/content/services/schemas.ts'
import { servicesService } from './features/content/services/service.server.ts'
import { siteSettings } from './features/content/site-settings/contract.ts'
import { siteSettingsSchemas } from './features/content/site-settings/schemas.ts'
import { siteSettingsService } from './features/content/site-settings/service.server.ts'
import { drawSocialImages } from './features/content/social-images/draw-social-images.server.ts'
import { siteTransfer } from './features/content/transfer/contract.ts'
import { siteTransferSchemas } from './features/content/transfer/schemas.ts'
import { siteTransferService } from './features/content/transfer/service.server.ts'
import { checkGrants } from './features/google/connection/access-token.server.ts'
import { googleCallback } from './features/google/connection/callback.server.ts'
import { google } from './features/google/connection/contract.ts'
import { googleColumns } from './features/google/connection/encrypted-columns.server.ts'
import { googleSchemas } from './features/google/connection/schemas.ts'
import { googleService } from './features/google/connection/service.server.ts'
import { checkSetups } from './features/google/setups/check-setups.server.ts'
import { googleSetups } from './features/google/setups/contract.ts'
import { googleSetupsSchemas } from './features/google/setups/schemas.ts'
import { googleSetupsService } from './features/google/setups/service.server.ts'
import { syncDashboardJob } from './features/google/setups/sync-dashboard.server.ts'
import { account } from './features/identity/account/contract.ts'
import { accountSchemas } from './features/identity/account/schemas.ts'
import { accountService } from './features/identity/account/service.server.ts'
import { invitations } from './features/identity/invitations/contract.ts'
import { invitationsSchemas } from './features/identity/invitations/schemas.ts'
import { invitationsService } from './features/identity/invitations/service.server.ts'
import { secondFactor } from './features/identity/second-factor/contract.ts'
import { secondFactorSchemas } from './features/identity/second-factor/schemas.ts'
import {
  secondFactorColumns,
  secondFactorService,
} from './features/identity/second-factor/service.server.ts'
import { auth } from './features/identity/sign-in/contract.ts'
import { authSchemas } from './features/identity/sign-in/schemas.ts'
import { authService } from './features/identity/sign-in/service.server.ts'
import { users } from './features/identity/users/contract.ts'
import { leavingHandlers } from './features/identity/users/leaving-handlers.server.ts'
import { usersSchemas } from './features/identity/users/schemas.ts'
import { usersService } from './features/identity/users/service.server.ts'
import { inbox } from './features/inbox/deadlines/contract.ts'
import { inboxSchemas } from './features/inbox/deadlines/schemas.ts'
import { endSnoozes, inboxService } from './features/inbox/deadlines/service.server.ts'
import { notifyThresholds } from './features/inbox/deadlines/sweep.server.ts'
import { unassignItems } from './features/inbox/deadlines/unassign-items.server.ts'
import { requests } from './features/inbox/request-status/contract.ts'
import { requestsSchemas } from './features/inbox/request-status/schemas.ts'
import { requestsService } from './features/inbox/request-status/service.server.ts'
import { consultations } from './features/leads/consultation-form/contract.ts'
import { consultationsSchemas } from './features/leads/consultation-form/schemas.ts'
import { consultationsService } from './features/leads/consultation-form/service.server.ts'
import { inquiries } from './features/leads/contract.ts'
import { conversions } from './features/leads/conversion/contract.ts'
import { conversionsSchemas } from './features/leads/conversion/schemas.ts'
import { conversionsService } from './features/leads/conversion/service.server.ts'
import { digestQuarantine } from './features/leads/quarantine-digest.server.ts'
import { inquiriesSchemas } from './features/leads/schemas.ts'
import { inquiriesService } from './features/leads/service.server.ts'
import { incoming } from './features/mail/incoming/contract.ts'
import { receivedMailHandlers } from './features/mail/incoming/received-mail.server.ts'
import { incomingSchemas } from './features/mail/incoming/schemas.ts'
import { incomingService } from './features/mail/incoming/service.server.ts'
import { watchIntake } from './features/mail/mailbox/watch-intake.server.ts'
import { mailFiles, outgoingMail } from './features/mail/outgoing/contract.ts'
import { replyHandler } from './features/mail/outgoing/delivery-outcomes.server.ts'
import { mailFilesSchemas, outgoingMailSchemas } from './features/mail/outgoing/schemas.ts'
import { mailFilesService, outgoingMailService } from './features/mail/outgoing/service.server.ts'
import { sweepMail } from './features/mail/outgoing/sweep-mail.server.ts'
import { savedReplies } from './features/mail/saved-replies/contract.ts'
import { savedRepliesSchemas } from './features/mail/saved-replies/schemas.ts'
import { savedRepliesService } from './features/mail/saved-replies/service.server.ts'
import { mailThreads } from './features/mail/threads/contract.ts'
import { mailThreadsSchemas } from './features/mail/threads/schemas.ts'
import { mailThreadsService } from './features/mail/threads/service.server.ts'
import { channels } from './features/notifications/channels/contract.ts'
import { channelsSchemas } from './features/notifications/channels/schemas.ts'
import { channelColumns } from './features/notifications/channels/send-to-channel.server.ts'
import { channelsService } from './features/notifications/channels/service.server.ts'
import { notifications } from './features/notifications/delivery/contract.ts'
import { notificationsSchemas } from './features/notifications/delivery/schemas.ts'
import { notificationsService } from './features/notifications/delivery/service.server.ts'
import { summarizeQuietHours } from './features/notifications/delivery/summaries.server.ts'
import { preferences } from './features/notifications/preferences/contract.ts'
import { preferencesSchemas } from './features/notifications/preferences/schemas.ts'
import { preferencesService } from './features/notifications/preferences/service.server.ts'
import { presence } from './features/notifications/presence/contract.ts'
import { presenceSchemas } from './features/notifications/presence/schemas.ts'
import { presenceService } from './features/notifications/presence/service.server.ts'
import { push } from './features/notifications/push/contract.ts'
import { pushColumns } from './features/notifications/push/keys.server.ts'
import { pushSchemas } from './features/notifications/push/schemas.ts'
import { pushService } from './features/notifications/push/service.server.ts'
import { serveServiceWorker } from './features/notifications/push/service-worker.server.ts'
import { deleteExpiredNightly } from './features/privacy/retention/expired-data.server.ts'
import { receiptColumns } from './features/receipts/log/encrypted-columns.server.ts'
import { receiptProofs } from './features/receipts/proofs/contract.ts'
import { receiptProofsSchemas } from './features/receipts/proofs/schemas.ts'
import { receiptProofsService } from './features/receipts/proofs/service.server.ts'
import { serveWellKnown } from './features/receipts/proofs/well-known.server.ts'
import { analytics } from './features/site/analytics/contract.ts'
import { analyticsSchemas } from './features/site/analytics/schemas.ts'
import { analyticsService } from './features/site/analytics/service.server.ts'
import { routeHandlers } from './server/http/dispatch.ts'
import type { Job } from './server/jobs/jobs.ts'
import type { MailHandlers } from './server/mail/send-mail.ts'
import type { EncryptedColumn } from './server/security/re-encryption.ts'
import type { Dependencies } from './server/service/context.ts'
import { removeOldIdempotencyKeys } from './server/service/idempotency.ts'

export const register = [
  ...routeHandlers(auth, authSchemas, authService),
  ...routeHandlers(account, accountSchemas, accountService),
  ...routeHandlers(secondFactor, secondFactorSchemas, secondFactorService),
  ...routeHandlers(users, usersSchemas, usersService),
  ...routeHandlers(invitations, invitationsSchemas, invitationsService),
  ...routeHandlers(receiptProofs, receiptProofsSchemas, receiptProofsService),
  ...routeHandlers(services, servicesSchemas, servicesService),
  ...routeHandlers(caseStudies, caseStudiesSchemas, caseStudiesService),
  ...routeHandlers(siteSettings, siteSettingsSchemas, siteSettingsService),
  ...routeHandlers(siteTransfer, siteTransferSchemas, siteTransferService),
  ...routeHandlers(colors, colorsSchemas, colorsService),
  ...routeHandlers(media, mediaSchemas, mediaService),
  ...routeHandlers(pages, pagesSchemas, pagesService),
  ...routeHandlers(previews, previewsSchemas, previewsService),
  ...routeHandlers(published, publishedSchemas, publishedService),
  ...routeHandlers(notifications, notificationsSchemas, notificationsService),
  ...routeHandlers(preferences, preferencesSchemas, preferencesService),
  ...routeHandlers(presence, presenceSchemas, presenceService),
  ...routeHandlers(push, pushSchemas, pushService),
  ...routeHandlers(channels, channelsSchemas, channelsService),
  ...routeHandlers(inbox, inboxSchemas, inboxService),
  ...routeHandlers(requests, requestsSchemas, requestsService),
  ...routeHandlers(incoming, incomingSchemas, incomingService),
  ...routeHandlers(mailThreads, mailThreadsSchemas, mailThreadsService),
  ...routeHandlers(outgoingMail, outgoingMailSchemas, outgoingMailService),
  ...routeHandlers(mailFiles, mailFilesSchemas, mailFilesService),
  ...routeHandlers(savedReplies, savedRepliesSchemas, savedRepliesService),
  ...routeHandlers(inquiries, inquiriesSchemas, inquiriesService),
  ...routeHandlers(consultations, consultationsSchemas, consultationsService),
  ...routeHandlers(conversions, conversionsSchemas, conversionsService),
  ...routeHandlers(automations, automationsSchemas, automationsService),
  ...routeHandlers(automationRuns, automationRunsSchemas, automationRunsService),
  ...routeHandlers(incidents, incidentsSchemas, incidentsService),
  ...routeHandlers(clients, clientsSchemas, clientsService),
  ...routeHandlers(projects, projectsSchemas, projectsService),
  ...routeHandlers(notes, notesSchemas, notesService),
  ...routeHandlers(documents, documentsSchemas, documentsService),
  ...routeHandlers(dataExchange, dataExchangeSchemas, dataExchangeService),
  ...routeHandlers(timeline, timelineSchemas, timelineService),
  ...routeHandlers(google, googleSchemas, googleService),
  ...routeHandlers(googleSetups, googleSetupsSchemas, googleSetupsService),
  ...routeHandlers(dashboard, dashboardSchemas, dashboardService),
  ...routeHandlers(attention, attentionSchemas, attentionService),
  ...routeHandlers(checklist, checklistSchemas, checklistService),
  ...routeHandlers(charts, chartsSchemas, chartsService),
  ...routeHandlers(audit, auditSchemas, auditService),
  ...routeHandlers(mail, mailSchemas, mailService),
  ...routeHandlers(analytics, analyticsSchemas, analyticsService),
  ...routeHandlers(chat, chatSchemas, chatService),
  ...routeHandlers(callBriefs, callBriefsSchemas, callBriefsService),
  ...routeHandlers(meetingTypes, meetingTypesSchemas, meetingTypesService),
  ...routeHandlers(bookingHosts, bookingHostsSchemas, hostsService),
  ...routeHandlers(meetingTypePreview, meetingTypePreviewSchemas, meetingTypePreviewService),
  ...routeHandlers(availability, availabilitySchemas, availabilityService),
  ...routeHandlers(holds, holdsSchemas, holdsService),
  ...routeHandlers(meetings, meetingsSchemas, meetingsService),
  ...routeHandlers(agenda, agendaSchemas, agendaService),
  ...routeHandlers(pausing, pausingSchemas, pausingService),
  ...routeHandlers(chatOffers, chatOffersSchemas, chatOffersService),
  ...routeHandlers(visits, visitsSchemas, visitsService),
]

export const jobs: readonly Job[] = [
  sweepDocuments,
  removeStrays,
  sweepMedia,
  drawSocialImages,
  sweepPages,
  sweepPreviews,
  checkGrants,
  syncDashboardJob,
  checkSetups,
  endAbandonedChats,
  mailUnansweredChat,
  followChats,
  mailMissedMessages,
  notifyThresholds,
  watchIntake,
  watchBackups,
  summarizeQuietHours,
  sweepMail,
  endSnoozes,
  digestQuarantine,
  ...busySourceJobs,
  confirmPending,
  removeOldHolds,
  freeOldCells,
  remind,
  ...eventJobs,
  deleteExpiredNightly,
  pruneNightly,
  removeOldIdempotencyKeys,
]

receivedMailHandlers.chatMails = [addVisitorMail]
receivedMailHandlers.calendarReplies = [recordReply]
receivedMailHandlers.returned = [markReturned]
erasureHandlers.cancelledCalls = [announceErased]
archiveHandlers.calendarOfCall = exportedCall
planners.push(planReminders, planEvent)
leavingHandlers.refusals = [assertNoUpcomingCalls]
leavingHandlers.freeings = [unassignItems]

export const encryptedColumns: readonly EncryptedColumn[] = [
  ...secondFactorColumns,
  ...googleColumns,
  ...pushColumns,
  ...channelColumns,
  ...bookingColumns,
  ...hostColumns,
  ...receiptColumns,
]

export const mailHandlers: MailHandlers = { reply: replyHandler, meeting: callMailHandler }

/** Adds the routes that are not in a contract. */
export function addRoutes(app: FastifyInstance, deps: Dependencies): void {
  googleCallback(app, deps)
  serveServiceWorker(app)
  serveMedia(app, deps)
  serveWellKnown(app, deps)
  servePings(app, deps)
}
