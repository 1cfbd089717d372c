import { contract } from '#contract/endpoint.ts'
import type { auditSchemas } from './schemas.ts'

export type { AuditEntry } from './schemas.ts'

/** Stands for the actor of entries without a user, which the product itself or visitors caused. */
export const nobody = 'nobody'

export const audit = contract<typeof auditSchemas>()('audit', {
  list: { call: 'GET /admin/audit', access: 'owner' },
  export: { call: 'GET /admin/audit/export', access: 'owner', stream: 'download' },
})
