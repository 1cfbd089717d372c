import { contract } from '#contract/endpoint.ts'
import type { caseStudiesSchemas } from './schemas.ts'

export type { CaseStudy, NewCaseStudy } from './schemas.ts'

export const caseStudies = contract<typeof caseStudiesSchemas>()('caseStudies', {
  list: { call: 'GET /case-studies', access: 'public' },
  featured: { call: 'GET /case-studies/featured', access: 'public' },
  create: { call: 'POST /admin/case-studies', once: true, access: 'admin', status: 201 },
  update: { call: 'PUT /admin/case-studies/:id', access: 'admin', ifMatch: true },
  remove: { call: 'DELETE /admin/case-studies/:id', access: 'admin' },
  reorder: { call: 'POST /admin/case-studies/order', access: 'admin' },
})
