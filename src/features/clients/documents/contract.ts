import { contract } from '#contract/endpoint.ts'
import type { documentsSchemas } from './schemas.ts'

export type { ProjectDocument } from './schemas.ts'

export const documents = contract<typeof documentsSchemas>()('documents', {
  list: { call: 'GET /admin/clients/:clientId/projects/:projectId/documents', access: 'agent' },
  upload: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/upload',
    once: true,
    access: 'admin',
    stream: 'upload',
    status: 201,
  },
  saveMailFile: {
    call: 'POST /admin/mail/files/:id/save',
    once: true,
    access: 'admin',
    status: 201,
  },
  remove: {
    call: 'DELETE /admin/clients/:clientId/projects/:projectId/documents/:documentId',
    access: 'admin',
  },
  restore: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/:documentId/restore',
    access: 'admin',
  },
  removeChosen: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/remove',
    access: 'admin',
  },
  restoreChosen: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/restore',
    access: 'admin',
  },
  download: {
    call: 'GET /admin/clients/:clientId/projects/:projectId/documents/:documentId/download',
    access: 'agent',
    stream: 'download',
  },
  preview: {
    call: 'GET /admin/clients/:clientId/projects/:projectId/documents/:documentId/preview',
    access: 'agent',
    stream: 'download',
  },
})
