import { contract } from '#contract/endpoint.ts'
import type { googleSetupsSchemas } from './schemas.ts'

export type { Plan, Setup } from './schemas.ts'

export const googleSetups = contract<typeof googleSetupsSchemas>()('googleSetups', {
  state: { call: 'GET /google/clients/:clientId', access: 'agent' },
  plan: { call: 'GET /google/clients/:clientId/plan', access: 'admin' },
  shared: { call: 'GET /google/shared', access: 'agent' },
  sheet: { call: 'GET /google/sheets/:clientId', access: 'agent' },
  drive: { call: 'POST /google/drive/setup', access: 'admin' },
  sheets: { call: 'POST /google/sheets/setup', access: 'admin' },
  calendar: { call: 'POST /google/calendar/setup', access: 'admin' },
  gmail: { call: 'POST /google/gmail/setup', access: 'admin' },
  unshare: {
    call: 'POST /google/clients/:clientId/unshare',
    access: 'admin',
    allowedOnFullDisk: true,
  },
  undo: { call: 'POST /google/clients/:clientId/undo', access: 'admin', allowedOnFullDisk: true },
})
