import { routeHandlers } from '#server/http/dispatch.ts'
import type { Domain } from '#server/http/domain.ts'
import { clients } from './contract.ts'
import type { CallHandlers } from './data-exchange/call-handlers.server.ts'
import { dataExchange } from './data-exchange/contract.ts'
import { dataExchangeSchemas } from './data-exchange/schemas.ts'
import { dataExchangeService } from './data-exchange/service.server.ts'
import { documents } from './documents/contract.ts'
import { documentsSchemas } from './documents/schemas.ts'
import { documentsService } from './documents/service.server.ts'
import { removeStrays, sweepDocuments } from './documents/sweeping.server.ts'
import { notes } from './notes/contract.ts'
import { notesSchemas } from './notes/schemas.ts'
import { notesService } from './notes/service.server.ts'
import { projects } from './projects/contract.ts'
import { projectsSchemas } from './projects/schemas.ts'
import { projectsService } from './projects/service.server.ts'
import { clientReceipts } from './receipts/contract.ts'
import { clientReceiptsSchemas } from './receipts/schemas.ts'
import { clientReceiptsService } from './receipts/service.server.ts'
import { clientsSchemas } from './schemas.ts'
import { clientsService } from './service.server.ts'
import { timeline } from './timeline/contract.ts'
import { timelineSchemas } from './timeline/schemas.ts'
import { timelineService } from './timeline/service.server.ts'

export const clientsDomain = (handlers: CallHandlers): Domain => ({
  routes: [
    ...routeHandlers(clients, clientsSchemas, clientsService),
    ...routeHandlers(projects, projectsSchemas, projectsService),
    ...routeHandlers(notes, notesSchemas, notesService),
    ...routeHandlers(documents, documentsSchemas, documentsService),
    ...routeHandlers(dataExchange, dataExchangeSchemas, dataExchangeService(handlers)),
    ...routeHandlers(timeline, timelineSchemas, timelineService),
    ...routeHandlers(clientReceipts, clientReceiptsSchemas, clientReceiptsService),
  ],
  jobs: [sweepDocuments, removeStrays],
})
