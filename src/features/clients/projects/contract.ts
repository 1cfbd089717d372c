import { contract } from '#contract/endpoint.ts'
import type { projectsSchemas } from './schemas.ts'

export type { FoundProject, ProjectDetail } from './schemas.ts'

export const projects = contract<typeof projectsSchemas>()('projects', {
  create: {
    call: 'POST /admin/clients/:clientId/projects',
    once: true,
    access: 'admin',
    status: 201,
  },
  search: { call: 'GET /admin/projects', access: 'agent' },
  show: { call: 'GET /admin/clients/:clientId/projects/:projectId', access: 'agent' },
  update: {
    call: 'PUT /admin/clients/:clientId/projects/:projectId',
    access: 'admin',
    ifMatch: true,
  },
  remove: { call: 'DELETE /admin/clients/:clientId/projects/:projectId', access: 'admin' },
})
