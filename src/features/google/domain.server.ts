import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { checkGrants } from './connection/access-token.server.ts'
import { googleCallback } from './connection/callback.server.ts'
import { google } from './connection/contract.ts'
import { googleColumns } from './connection/encrypted-columns.server.ts'
import { googleSchemas } from './connection/schemas.ts'
import { googleService } from './connection/service.server.ts'
import { checkSetups } from './setups/check-setups.server.ts'
import { googleSetups } from './setups/contract.ts'
import { googleSetupsSchemas } from './setups/schemas.ts'
import { googleSetupsService } from './setups/service.server.ts'
import { syncDashboardJob } from './setups/sync-dashboard.server.ts'

export const googleDomain: Domain = {
  routes: [
    ...routeHandlers(google, googleSchemas, googleService),
    ...routeHandlers(googleSetups, googleSetupsSchemas, googleSetupsService),
  ],
  jobs: [checkGrants, syncDashboardJob, checkSetups],
  encryptedColumns: [...googleColumns],
  addRoutes: googleCallback,
}
