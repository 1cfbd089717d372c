import { contract } from '#contract/endpoint.ts'
import type { checklistSchemas } from './schemas.ts'

export type { Checklist, ChecklistStep } from './schemas.ts'

export const checklist = contract<typeof checklistSchemas>()('checklist', {
  show: { call: 'GET /admin/checklist', access: 'admin' },
  change: { call: 'PUT /admin/checklist/:step', access: 'admin' },
  dismiss: { call: 'POST /admin/checklist/dismiss', access: 'admin' },
})
