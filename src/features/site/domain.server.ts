import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { analytics } from './analytics/contract.ts'
import { analyticsSchemas } from './analytics/schemas.ts'
import { analyticsService } from './analytics/service.server.ts'

export const siteDomain: Domain = {
  routes: [...routeHandlers(analytics, analyticsSchemas, analyticsService)],
}
