import { consultations } from '#features/leads/consultation-form/contract.ts'
import { type Inquiry, inquiries } from '#features/leads/contract.ts'
import type { Person } from './test-app.ts'

function whole(answer: Inquiry[] | { items: Inquiry[] }): Inquiry[] {
  if (!Array.isArray(answer)) throw new Error('a page instead of the whole list')
  return answer
}

/** Reads the whole list, as in the spec. */
export async function allInquiries(person: Person, quarantined?: 'true'): Promise<Inquiry[]> {
  return whole(await person.call(inquiries.list, quarantined ? { quarantined } : {}))
}

export async function allConsultations(person: Person): Promise<Inquiry[]> {
  return whole(await person.call(consultations.list, {}))
}
