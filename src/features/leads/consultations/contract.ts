import { z } from 'zod'
import { contract, nothing } from '../../../contract/endpoint.ts'
import { Inquiry } from '../contact/contract.ts'

export const consultations = contract('consultations', {
  list: {
    call: 'GET /admin/consultations',
    access: 'agent',
    summary:
      'Consultation requests, newest first: the inquiries with that service or with answers.',
    input: nothing,
    output: z.array(Inquiry),
  },
})
