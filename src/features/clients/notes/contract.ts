import { contract } from '#contract/endpoint.ts'
import type { notesSchemas } from './schemas.ts'

export type { Note } from './schemas.ts'

export const notes = contract<typeof notesSchemas>()('notes', {
  create: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/notes',
    once: true,
    access: 'admin',
    status: 201,
  },
  remove: {
    call: 'DELETE /admin/clients/:clientId/projects/:projectId/notes/:noteId',
    access: 'admin',
  },
  restore: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/notes/:noteId/restore',
    access: 'admin',
  },
})
