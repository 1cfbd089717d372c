import { z } from 'zod'
import { contract, done } from '../../../contract/endpoint.ts'
import { Id, required, Time } from '../../../contract/fields.ts'

/** `author` is the display name or username, null once that user is deleted. */
export const Note = z.object({
  id: z.string(),
  content: z.string(),
  author: z.string().nullable(),
  createdAt: Time,
})
export type Note = z.output<typeof Note>

export const NoteContent = required(5000, 'Note content is required')

const ofProject = z.object({ clientId: Id, projectId: Id })
const one = ofProject.extend({ noteId: Id })

export const notes = contract('notes', {
  create: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/notes',
    once: true,
    access: 'admin',
    summary: 'Adds a note to a project.',
    status: 201,
    input: ofProject.extend({ content: NoteContent }),
    output: Note,
  },
  remove: {
    call: 'DELETE /admin/clients/:clientId/projects/:projectId/notes/:noteId',
    access: 'admin',
    summary: 'Deletes a note; it can be restored.',
    input: one,
    output: done,
  },
  restore: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/notes/:noteId/restore',
    access: 'admin',
    summary: 'Restores a deleted note.',
    input: one,
    output: Note,
  },
})
