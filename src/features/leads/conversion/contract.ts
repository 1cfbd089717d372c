import { contract } from '#contract/endpoint.ts'
import type { conversionsSchemas } from './schemas.ts'

export type { Conversion } from './schemas.ts'

export const conversions = contract<typeof conversionsSchemas>()('conversions', {
  convert: {
    call: 'POST /admin/clients/convert-inquiry',
    once: true,
    access: 'admin',
    status: 201,
  },
  matches: { call: 'GET /contact/inquiries/:id/client-matches', access: 'agent' },
})
