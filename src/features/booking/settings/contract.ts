import { contract } from '#contract/endpoint.ts'
import type { meetingTypePreviewSchemas } from './schemas.ts'

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
