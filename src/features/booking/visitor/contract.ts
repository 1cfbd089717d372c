import { contract } from '#contract/endpoint.ts'
import type { visitsSchemas } from './schemas.ts'

/** What the public pages of booking read beside the calls that book. */
export const visits = contract<typeof visitsSchemas>()('visits', {
  openTypes: { call: 'GET /meeting-types', access: 'public' },
  hold: { call: 'GET /holds/:token', access: 'public' },
  join: { call: 'GET /join/:token', access: 'public' },
})
