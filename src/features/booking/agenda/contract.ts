import { contract } from '#contract/endpoint.ts'
import type { agendaSchemas, callBriefsSchemas } from './schemas.ts'

export type { Brief, Calendar, Call } from './schemas.ts'

export const agenda = contract<typeof agendaSchemas>()('agenda', {
  list: { call: 'GET /admin/agenda', access: 'agent' },
  ofRequests: { call: 'GET /admin/agenda/requests', access: 'agent' },
  show: { call: 'GET /admin/bookings/:id', access: 'agent' },
  create: { call: 'POST /admin/bookings', once: true, access: 'agent', status: 201 },
  slots: { call: 'GET /admin/agenda/slots', access: 'agent' },
  move: { call: 'POST /admin/bookings/:id/move', access: 'agent' },
  cancel: { call: 'POST /admin/bookings/:id/cancel', access: 'agent', allowedOnFullDisk: true },
  confirm: { call: 'POST /admin/bookings/:id/confirm', access: 'agent' },
  reassign: { call: 'POST /admin/bookings/:id/reassign', access: 'agent' },
  setOutcome: { call: 'POST /admin/bookings/:id/outcome', access: 'agent' },
  offerAnother: { call: 'POST /admin/bookings/:id/offer-another', access: 'agent' },
  setLink: { call: 'POST /admin/bookings/:id/link', access: 'agent' },
})

export const callBriefs = contract<typeof callBriefsSchemas>()('callBriefs', {
  show: { call: 'GET /admin/bookings/:id/brief', access: 'agent' },
})
