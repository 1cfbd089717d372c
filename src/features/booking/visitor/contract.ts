import { contract } from '#contract/endpoint.ts'
import type { visitsSchemas } from './schemas.ts'

/** Reads for the public booking pages that the other booking contracts lack. */
export const visits = contract<typeof visitsSchemas>()('visits', {
  openTypes: { call: 'GET /meeting-types', access: 'public' },
  hold: { call: 'GET /holds/:token', access: 'public' },
  join: { call: 'GET /join/:token', access: 'public' },
})
