import { z } from 'zod'
import { Id, required, Time } from '#contract/fields.ts'
import { done } from '#contract/results.ts'

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

export const notesSchemas = {
  create: {
    summary: 'Adds a note to a project.',
    input: ofProject.extend({ content: NoteContent }),
    output: Note,
  },
  remove: { summary: 'Deletes a note; it can be restored.', input: one, output: done },
  restore: { summary: 'Restores a deleted note.', input: one, output: Note },
}
