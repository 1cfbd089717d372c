import { charts } from './features/admin/charts/contract.ts'
import { chartsService } from './features/admin/charts/service.server.ts'
import { dashboard } from './features/admin/dashboard/contract.ts'
import { dashboardService } from './features/admin/dashboard/service.server.ts'
import { selfCheck } from './features/admin/self-check/contract.ts'
import { checkEveryNight } from './features/admin/self-check/running.server.ts'
import { selfCheckService } from './features/admin/self-check/service.server.ts'
import { chat } from './features/chat/protocol/contract.ts'
import { endAbandonedChats, mailUnansweredChat } from './features/chat/server/chat-jobs.server.ts'
import { chatService } from './features/chat/server/service.server.ts'
import { dataExchange } from './features/clients/data-exchange/contract.ts'
import { dataExchangeService } from './features/clients/data-exchange/service.server.ts'
import { documents } from './features/clients/documents/contract.ts'
import { documentsService } from './features/clients/documents/service.server.ts'
import { removeStrays, sweepDocuments } from './features/clients/documents/sweeping.server.ts'
import { clients } from './features/clients/list/contract.ts'
import { clientsService } from './features/clients/list/service.server.ts'
import { notes } from './features/clients/notes/contract.ts'
import { notesService } from './features/clients/notes/service.server.ts'
import { projects } from './features/clients/projects/contract.ts'
import { projectsService } from './features/clients/projects/service.server.ts'
import { timeline } from './features/clients/timeline/contract.ts'
import { timelineService } from './features/clients/timeline/service.server.ts'
import { caseStudies } from './features/content/case-studies/contract.ts'
import { caseStudiesService } from './features/content/case-studies/service.server.ts'
import { services } from './features/content/services/contract.ts'
import { servicesService } from './features/content/services/service.server.ts'
import { googleCallback } from './features/google/connection/callback.server.ts'
import { google } from './features/google/connection/contract.ts'
import { googleColumns } from './features/google/connection/encrypted-columns.server.ts'
import { checkGrants } from './features/google/connection/refreshing.server.ts'
import { googleService } from './features/google/connection/service.server.ts'
import { checkSetups } from './features/google/setups/checking.server.ts'
import { googleSetups } from './features/google/setups/contract.ts'
import { googleSetupsService } from './features/google/setups/service.server.ts'
import { syncDashboardJob } from './features/google/setups/syncing.server.ts'
import { account } from './features/identity/account/contract.ts'
import { accountService } from './features/identity/account/service.server.ts'
import { invitations } from './features/identity/invitations/contract.ts'
import { invitationsService } from './features/identity/invitations/service.server.ts'
import { secondFactor } from './features/identity/second-factor/contract.ts'
import { secondFactorColumns } from './features/identity/second-factor/encrypted-columns.server.ts'
import { secondFactorService } from './features/identity/second-factor/service.server.ts'
import { auth } from './features/identity/sign-in/contract.ts'
import { authService } from './features/identity/sign-in/service.server.ts'
import { users } from './features/identity/users/contract.ts'
import { usersService } from './features/identity/users/service.server.ts'
import { consultations } from './features/leads/consultations/contract.ts'
import { consultationsService } from './features/leads/consultations/service.server.ts'
import { inquiries } from './features/leads/contact/contract.ts'
import { inquiriesService } from './features/leads/contact/service.server.ts'
import { conversions } from './features/leads/conversion/contract.ts'
import { conversionsService } from './features/leads/conversion/service.server.ts'
import { forgetEveryNight } from './features/privacy/retention/forgetting.server.ts'
import { analytics } from './features/site/analytics/contract.ts'
import { analyticsService } from './features/site/analytics/service.server.ts'
import { routeHandlers } from './server/http/dispatch.ts'
import { removeOldIdempotencyKeys } from './server/http/idempotency.ts'
import type { Job } from './server/jobs/jobs.ts'
import { sendMail } from './server/jobs/mail.ts'
import type { EncryptedColumn } from './server/security/re-encryption.ts'

export const register = [
  ...routeHandlers(auth, authService),
  ...routeHandlers(account, accountService),
  ...routeHandlers(secondFactor, secondFactorService),
  ...routeHandlers(users, usersService),
  ...routeHandlers(invitations, invitationsService),
  ...routeHandlers(services, servicesService),
  ...routeHandlers(caseStudies, caseStudiesService),
  ...routeHandlers(inquiries, inquiriesService),
  ...routeHandlers(consultations, consultationsService),
  ...routeHandlers(conversions, conversionsService),
  ...routeHandlers(clients, clientsService),
  ...routeHandlers(projects, projectsService),
  ...routeHandlers(notes, notesService),
  ...routeHandlers(documents, documentsService),
  ...routeHandlers(dataExchange, dataExchangeService),
  ...routeHandlers(timeline, timelineService),
  ...routeHandlers(google, googleService),
  ...routeHandlers(googleSetups, googleSetupsService),
  ...routeHandlers(dashboard, dashboardService),
  ...routeHandlers(charts, chartsService),
  ...routeHandlers(analytics, analyticsService),
  ...routeHandlers(chat, chatService),
  ...routeHandlers(selfCheck, selfCheckService),
]

export const jobs: readonly Job[] = [
  sendMail,
  sweepDocuments,
  removeStrays,
  checkGrants,
  syncDashboardJob,
  checkSetups,
  endAbandonedChats,
  mailUnansweredChat,
  forgetEveryNight,
  removeOldIdempotencyKeys,
  checkEveryNight,
]

export const encryptedColumns: readonly EncryptedColumn[] = [
  ...secondFactorColumns,
  ...googleColumns,
]

/** Pages whose forms also work without script. */
export const formPages: readonly string[] = ['/', '/services/:slug', '/consultation']

/** Routes outside the contracts. */
export const addRoutes = googleCallback
