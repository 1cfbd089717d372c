import { z } from 'zod'
import { Id, Time } from '#contract/fields.ts'
import { allOrPage, numberedPaging } from '#contract/pagination.ts'
import { aFile, done } from '#contract/results.ts'
import { chosenIds } from '#contract/status-changes.ts'

/**
 * `fileSize` is in bytes. `author` is the display name or username, null once that user is deleted.
 */
export const ProjectDocument = z.object({
  id: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.int().nonnegative(),
  author: z.string().nullable(),
  createdAt: Time,
})
export type ProjectDocument = z.output<typeof ProjectDocument>

const OfProject = z.object({ clientId: Id, projectId: Id })
const OneDocument = OfProject.extend({ documentId: Id })
const ChosenDocuments = OfProject.extend(chosenIds.shape)
/** The documents that were changed, without those that no longer existed. */
const Changed = z.object({ ids: z.array(Id) })

export const documentsSchemas = {
  list: {
    summary: 'Documents of a project, newest first: all, or one page.',
    input: OfProject.extend(numberedPaging),
    output: allOrPage(ProjectDocument),
  },
  upload: {
    summary: 'Adds one document of at most 52,428,800 bytes.',
    input: OfProject,
    output: ProjectDocument,
  },
  saveMailFile: {
    summary: 'Copies a file of a mail to the documents of a project.',
    input: OfProject.extend({ id: Id }),
    output: ProjectDocument,
  },
  remove: {
    summary: 'Deletes a document; it can be restored for a minute.',
    input: OneDocument,
    output: done,
  },
  restore: { summary: 'Restores a deleted document.', input: OneDocument, output: ProjectDocument },
  removeChosen: {
    summary: 'Deletes chosen documents; they can be restored for a minute.',
    input: ChosenDocuments,
    output: Changed,
  },
  restoreChosen: {
    summary: 'Restores chosen deleted documents.',
    input: ChosenDocuments,
    output: Changed,
  },
  download: { summary: 'The file, as a download.', input: OneDocument, output: aFile },
  preview: { summary: 'The file, for viewing: images and PDF.', input: OneDocument, output: aFile },
}
