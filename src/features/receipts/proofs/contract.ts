import { contract } from '#contract/endpoint.ts'
import type { receiptProofsSchemas } from './schemas.ts'

export type { Head } from './schemas.ts'

export const receiptProofs = contract<typeof receiptProofsSchemas>()('receiptProofs', {
  inclusion: { call: 'GET /receipts/proof', access: 'public' },
  consistency: { call: 'GET /receipts/consistency', access: 'public' },
})
