import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { attention } from './attention/contract.ts'
import { attentionSchemas } from './attention/schemas.ts'
import { attentionService } from './attention/service.server.ts'
import { audit } from './audit-log/contract.ts'
import { auditSchemas } from './audit-log/schemas.ts'
import { auditService } from './audit-log/service.server.ts'
import { watchBackups } from './backups/watch-backups.server.ts'
import { charts } from './charts/contract.ts'
import { chartsSchemas } from './charts/schemas.ts'
import { chartsService } from './charts/service.server.ts'
import { mail } from './mail/contract.ts'
import { mailSchemas } from './mail/schemas.ts'
import { mailService } from './mail/service.server.ts'
import { dashboard } from './overview/contract.ts'
import { dashboardSchemas } from './overview/schemas.ts'
import { dashboardService } from './overview/service.server.ts'

export const adminDomain: Domain = {
  routes: [
    ...routeHandlers(dashboard, dashboardSchemas, dashboardService),
    ...routeHandlers(attention, attentionSchemas, attentionService),
    ...routeHandlers(charts, chartsSchemas, chartsService),
    ...routeHandlers(audit, auditSchemas, auditService),
    ...routeHandlers(mail, mailSchemas, mailService),
  ],
  jobs: [watchBackups],
}
