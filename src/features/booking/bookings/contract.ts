import { contract } from '#contract/endpoint.ts'
import type { holdsSchemas, meetingsSchemas, visitsSchemas } from './schemas.ts'

export const holds = contract<typeof holdsSchemas>()('holds', {
  create: { call: 'POST /holds', access: 'public', status: 201 },
  extend: { call: 'POST /holds/:token/extend', access: 'public' },
  remove: { call: 'DELETE /holds/:token', access: 'public' },
})

export const meetings = contract<typeof meetingsSchemas>()('meetings', {
  create: { call: 'POST /bookings', access: 'public', status: 201 },
  show: { call: 'GET /meetings/:token', access: 'public' },
  invite: { call: 'GET /meetings/:token/invite.ics', access: 'public', stream: 'download' },
  ofRequest: { call: 'GET /requests/:token/meeting', access: 'public' },
  slots: { call: 'GET /meetings/:token/slots', access: 'public' },
  move: { call: 'POST /meetings/:token/move', access: 'public' },
  cancel: { call: 'POST /meetings/:token/cancel', allowedOnFullDisk: true, access: 'public' },
})

/** Reads for the public booking pages that the other booking contracts lack. */
export const visits = contract<typeof visitsSchemas>()('visits', {
  openTypes: { call: 'GET /meeting-types', access: 'public' },
  hold: { call: 'GET /holds/:token', access: 'public' },
  join: { call: 'GET /join/:token', access: 'public' },
})
