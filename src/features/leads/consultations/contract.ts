import { contract } from '../../../contract/endpoint.ts'
import { allOrPage } from '../../../contract/paging.ts'
import { Inquiry, LeadListing } from '../contact/contract.ts'

export const consultations = contract('consultations', {
  list: {
    call: 'GET /admin/consultations',
    access: 'agent',
    summary:
      'Inquiries with the service consultation or with answers, newest first: all, or one page.',
    input: LeadListing,
    output: allOrPage(Inquiry),
  },
})
