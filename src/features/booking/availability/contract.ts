import { contract } from '#contract/endpoint.ts'
import type { availabilitySchemas, meetingTypePreviewSchemas } from './schemas.ts'

export const availability = contract<typeof availabilitySchemas>()('availability', {
  show: { call: 'GET /meeting-types/:slug', access: 'public' },
  slots: { call: 'GET /slots', access: 'public' },
})

/** The reasons why a host has no start at a time; `closed` if there are no hours at all. */
export const refusals = [
  'unreadable',
  'closed',
  'holiday',
  'time_off',
  'notice',
  'horizon',
  'booked',
  'busy',
  'buffer',
] as const
export type Refusal = (typeof refusals)[number]

export const meetingTypePreview = contract<typeof meetingTypePreviewSchemas>()(
  'meetingTypePreview',
  {
    show: { call: 'GET /admin/meeting-types/:id/preview', access: 'admin' },
  },
)
