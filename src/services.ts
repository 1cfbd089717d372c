import { account } from './features/account/contract.ts'
import { accountService } from './features/account/service.server.ts'
import { analytics } from './features/analytics/contract.ts'
import { analyticsService } from './features/analytics/service.server.ts'
import { auth } from './features/auth/contract.ts'
import { authService } from './features/auth/service.server.ts'
import { caseStudies } from './features/case-studies/contract.ts'
import { caseStudiesService } from './features/case-studies/service.server.ts'
import { charts } from './features/charts/contract.ts'
import { chartsService } from './features/charts/service.server.ts'
import { chat } from './features/chat/contract.ts'
import { chatService } from './features/chat/service.server.ts'
import { clients } from './features/clients/contract.ts'
import { clientsService } from './features/clients/service.server.ts'
import { consultations } from './features/consultations/contract.ts'
import { consultationsService } from './features/consultations/service.server.ts'
import { endAbandonedChats, mailUnansweredChat } from './features/conversations/chat-jobs.server.ts'
import { conversions } from './features/conversions/contract.ts'
import { conversionsService } from './features/conversions/service.server.ts'
import { dashboard } from './features/dashboard/contract.ts'
import { dashboardService } from './features/dashboard/service.server.ts'
import { dataExchange } from './features/data-exchange/contract.ts'
import { dataExchangeService } from './features/data-exchange/service.server.ts'
import { documents } from './features/documents/contract.ts'
import { documentsService } from './features/documents/service.server.ts'
import { removeStrays, sweepDocuments } from './features/documents/sweeping.server.ts'
import { googleCallback } from './features/google/callback.server.ts'
import { checkGrants } from './features/google/checking.server.ts'
import { google } from './features/google/contract.ts'
import { googleColumns } from './features/google/sealed.server.ts'
import { googleService } from './features/google/service.server.ts'
import { googleSetups } from './features/google-setups/contract.ts'
import { lookAfterClient } from './features/google-setups/looking.server.ts'
import { googleSetupsService } from './features/google-setups/service.server.ts'
import { keepDashboard } from './features/google-setups/syncing.server.ts'
import { inquiries } from './features/inquiries/contract.ts'
import { inquiriesService } from './features/inquiries/service.server.ts'
import { invitations } from './features/invitations/contract.ts'
import { invitationsService } from './features/invitations/service.server.ts'
import { notes } from './features/notes/contract.ts'
import { notesService } from './features/notes/service.server.ts'
import { projects } from './features/projects/contract.ts'
import { projectsService } from './features/projects/service.server.ts'
import { forgetEveryNight } from './features/retention/forgetting.server.ts'
import { secondFactor } from './features/second-factor/contract.ts'
import { secondFactorColumns } from './features/second-factor/sealed.server.ts'
import { secondFactorService } from './features/second-factor/service.server.ts'
import { selfCheck } from './features/self-check/contract.ts'
import { checkEveryNight } from './features/self-check/running.server.ts'
import { selfCheckService } from './features/self-check/service.server.ts'
import { services } from './features/services/contract.ts'
import { servicesService } from './features/services/service.server.ts'
import { timeline } from './features/timeline/contract.ts'
import { timelineService } from './features/timeline/service.server.ts'
import { users } from './features/users/contract.ts'
import { usersService } from './features/users/service.server.ts'
import type { Job } from './server/jobs.ts'
import { sendMail } from './server/mail.ts'
import { forgetCreations } from './server/once.ts'
import { offers } from './server/perform.ts'
import type { SealedColumn } from './server/resealing.ts'

/** The register: every contract beside the service that keeps it. */
export const register = [
  ...offers(auth, authService),
  ...offers(account, accountService),
  ...offers(secondFactor, secondFactorService),
  ...offers(users, usersService),
  ...offers(invitations, invitationsService),
  ...offers(services, servicesService),
  ...offers(caseStudies, caseStudiesService),
  ...offers(inquiries, inquiriesService),
  ...offers(consultations, consultationsService),
  ...offers(conversions, conversionsService),
  ...offers(clients, clientsService),
  ...offers(projects, projectsService),
  ...offers(notes, notesService),
  ...offers(documents, documentsService),
  ...offers(dataExchange, dataExchangeService),
  ...offers(timeline, timelineService),
  ...offers(google, googleService),
  ...offers(googleSetups, googleSetupsService),
  ...offers(dashboard, dashboardService),
  ...offers(charts, chartsService),
  ...offers(analytics, analyticsService),
  ...offers(chat, chatService),
  ...offers(selfCheck, selfCheckService),
]

/** The register of work done later or again and again. */
export const jobs: readonly Job[] = [
  sendMail,
  sweepDocuments,
  removeStrays,
  checkGrants,
  keepDashboard,
  lookAfterClient,
  endAbandonedChats,
  mailUnansweredChat,
  forgetEveryNight,
  forgetCreations,
  checkEveryNight,
]

/** The register of sealed columns. */
export const sealedColumns: readonly SealedColumn[] = [...secondFactorColumns, ...googleColumns]

/** Pages that take their form without script too. */
export const formPages: readonly string[] = ['/', '/services/:slug', '/consultation']

/** Routes that answer something else than JSON. */
export const addRoutes = googleCallback
