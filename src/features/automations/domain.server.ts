import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { incidents } from './incidents/contract.ts'
import { incidentsSchemas } from './incidents/schemas.ts'
import { incidentsService } from './incidents/service.server.ts'
import { automationRuns } from './pings/contract.ts'
import { automationRunsService } from './pings/list-pings.server.ts'
import { pruneNightly } from './pings/nightly.server.ts'
import { servePings } from './pings/routes.server.ts'
import { automationRunsSchemas } from './pings/schemas.ts'
import { automations } from './register/contract.ts'
import { automationsSchemas } from './register/schemas.ts'
import { automationsService } from './register/service.server.ts'

export const automationsDomain: Domain = {
  routes: [
    ...routeHandlers(automations, automationsSchemas, automationsService),
    ...routeHandlers(automationRuns, automationRunsSchemas, automationRunsService),
    ...routeHandlers(incidents, incidentsSchemas, incidentsService),
  ],
  jobs: [pruneNightly],
  addRoutes: servePings,
}
