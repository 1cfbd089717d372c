import { z } from 'zod'
import { aFile, contract, done } from '../../../contract/endpoint.ts'
import { Id } from '../../../contract/fields.ts'
import { allOrPage, paging } from '../../../contract/paging.ts'
import { ProjectDocument } from '../projects/contract.ts'

const OfProject = z.object({ clientId: Id, projectId: Id })
const OneDocument = OfProject.extend({ documentId: Id })

export const documents = contract('documents', {
  list: {
    call: 'GET /admin/clients/:clientId/projects/:projectId/documents',
    access: 'agent',
    summary: 'Documents of a project, newest first: all, or one page.',
    input: OfProject.extend(paging),
    output: allOrPage(ProjectDocument),
  },
  upload: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/upload',
    once: true,
    access: 'admin',
    summary: 'Adds one document of at most 52,428,800 bytes.',
    stream: 'upload',
    status: 201,
    input: OfProject,
    output: ProjectDocument,
  },
  saveMailFile: {
    call: 'POST /admin/mail/files/:id/save',
    once: true,
    access: 'admin',
    summary: 'Copies a file of a mail to the documents of a project.',
    status: 201,
    input: OfProject.extend({ id: Id }),
    output: ProjectDocument,
  },
  remove: {
    call: 'DELETE /admin/clients/:clientId/projects/:projectId/documents/:documentId',
    access: 'admin',
    summary: 'Deletes a document; it can be restored for a minute.',
    input: OneDocument,
    output: done,
  },
  restore: {
    call: 'POST /admin/clients/:clientId/projects/:projectId/documents/:documentId/restore',
    access: 'admin',
    summary: 'Restores a deleted document.',
    input: OneDocument,
    output: ProjectDocument,
  },
  download: {
    call: 'GET /admin/clients/:clientId/projects/:projectId/documents/:documentId/download',
    access: 'agent',
    summary: 'The file, as a download.',
    stream: 'download',
    input: OneDocument,
    output: aFile,
  },
  preview: {
    call: 'GET /admin/clients/:clientId/projects/:projectId/documents/:documentId/preview',
    access: 'agent',
    summary: 'The file, for viewing: images and PDF.',
    stream: 'download',
    input: OneDocument,
    output: aFile,
  },
})
