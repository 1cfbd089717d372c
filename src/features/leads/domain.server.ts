import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { consultations } from './consultation-form/contract.ts'
import { consultationsSchemas } from './consultation-form/schemas.ts'
import { consultationsService } from './consultation-form/service.server.ts'
import { inquiries } from './contract.ts'
import { conversions } from './conversion/contract.ts'
import { conversionsSchemas } from './conversion/schemas.ts'
import { conversionsService } from './conversion/service.server.ts'
import { digestQuarantine } from './quarantine-digest.server.ts'
import { inquiriesSchemas } from './schemas.ts'
import { inquiriesService } from './service.server.ts'

export const leadsDomain: Domain = {
  routes: [
    ...routeHandlers(inquiries, inquiriesSchemas, inquiriesService),
    ...routeHandlers(consultations, consultationsSchemas, consultationsService),
    ...routeHandlers(conversions, conversionsSchemas, conversionsService),
  ],
  jobs: [digestQuarantine],
}
