import { contract } from '#contract/endpoint.ts'
import type { inquiriesSchemas } from './schemas.ts'

export type { Inquiry, NewInquiry } from './schemas.ts'

export const inquiries = contract<typeof inquiriesSchemas>()('inquiries', {
  create: { call: 'POST /contact', once: true, access: 'public', status: 201 },
  list: { call: 'GET /contact/inquiries', access: 'agent' },
  count: { call: 'GET /contact/inquiries/count', access: 'agent' },
  show: { call: 'GET /contact/inquiries/:id', access: 'agent' },
  details: { call: 'GET /contact/inquiries/:id/details', access: 'agent' },
  changeStatuses: { call: 'PATCH /contact/inquiries', access: 'agent' },
  export: { call: 'GET /contact/inquiries/export', access: 'admin', stream: 'download' },
  exportChosen: { call: 'POST /contact/inquiries/export', access: 'admin', stream: 'download' },
  setStatus: { call: 'PATCH /contact/inquiries/:id/status', access: 'agent' },
  release: { call: 'PATCH /contact/inquiries/:id', access: 'agent' },
})
