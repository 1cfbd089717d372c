import type { Service } from '#server/service/context.ts'
import { isConsultation, listLeads } from '../list.server.ts'
import type { consultations } from './contract.ts'

export const consultationsService: Service<typeof consultations> = {
  list: ({ db }, listing) => listLeads(db, { ...listing, quarantined: 'false' }, isConsultation),
}
