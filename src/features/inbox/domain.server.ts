import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { inbox } from './deadlines/contract.ts'
import { inboxSchemas } from './deadlines/schemas.ts'
import { endSnoozes, inboxService } from './deadlines/service.server.ts'
import { notifyThresholds } from './deadlines/sweep.server.ts'
import { unassignItems } from './deadlines/unassign-items.server.ts'
import { requests } from './request-status/contract.ts'
import { requestsSchemas } from './request-status/schemas.ts'
import { requestsService } from './request-status/service.server.ts'

export const inboxDomain: Domain = {
  routes: [
    ...routeHandlers(inbox, inboxSchemas, inboxService),
    ...routeHandlers(requests, requestsSchemas, requestsService),
  ],
  jobs: [notifyThresholds, endSnoozes],
}

/** Handlers that `services.ts` gives to earlier domains. */
export const inboxHandlers = { unassignItems }
