import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { receiptColumns } from './log/encrypted-columns.server.ts'
import { receiptProofs } from './proofs/contract.ts'
import { receiptProofsSchemas } from './proofs/schemas.ts'
import { receiptProofsService } from './proofs/service.server.ts'
import { serveWellKnown } from './proofs/well-known.server.ts'

export const receiptsDomain: Domain = {
  routes: [...routeHandlers(receiptProofs, receiptProofsSchemas, receiptProofsService)],
  encryptedColumns: [...receiptColumns],
  addRoutes: serveWellKnown,
}
