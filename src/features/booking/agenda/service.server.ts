import type { Service } from '#server/service/context.ts'
import { offerSlots, readType } from '../availability/service.server.ts'
import {
  cancelCall,
  confirmCall,
  moveCall,
  offerAnotherTime,
  reassignCall,
  setLink,
  setOutcome,
} from './acts.server.ts'
import { listCalls, readCallsToCome, showToStaff } from './calls.server.ts'
import type { agenda } from './contract.ts'
import { createCall } from './create-booking.server.ts'

export const agendaService: Service<typeof agenda> = {
  list: listCalls,
  ofRequests: ({ db }) => readCallsToCome(db),
  show: (context, { id }) => showToStaff(context, id),
  create: createCall,
  slots: async (context, { type, hostId, without, ...days }) =>
    offerSlots(context, await readType(context, type), days, { hostId, without }),
  move: moveCall,
  cancel: cancelCall,
  confirm: (context, { id }) => confirmCall(context, id),
  reassign: reassignCall,
  setOutcome,
  setLink,
  offerAnother: (context, { id }) => offerAnotherTime(context, id),
}
