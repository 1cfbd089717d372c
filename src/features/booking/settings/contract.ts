import { contract } from '#contract/endpoint.ts'
import type { meetingTypePreviewSchemas } from './schemas.ts'

/** Why a host has no start at a time; `closed` where there are no hours at all. */
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
