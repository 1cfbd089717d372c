import { contract } from '#contract/endpoint.ts'
import type { clientReceiptsSchemas } from './schemas.ts'

export const clientReceipts = contract<typeof clientReceiptsSchemas>()('clientReceipts', {
  list: { call: 'GET /admin/clients/:id/receipts', access: 'agent' },
})
