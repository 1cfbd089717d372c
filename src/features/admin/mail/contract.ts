import { contract } from '#contract/endpoint.ts'
import type { mailSchemas } from './schemas.ts'

export type { FailedMail } from './schemas.ts'

export const mail = contract<typeof mailSchemas>()('mail', {
  failed: { call: 'GET /admin/mail/failed', access: 'admin' },
})
