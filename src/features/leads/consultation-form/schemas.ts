import { allOrPage } from '#contract/pagination.ts'
import { Inquiry, LeadListing } from '../schemas.ts'

export const consultationsSchemas = {
  list: {
    summary:
      'Inquiries with the service consultation or with answers, newest first: all, or one page.',
    input: LeadListing,
    output: allOrPage(Inquiry),
  },
}
