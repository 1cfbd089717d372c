import type { IncomingMessage } from 'node:http'
import { insertRow } from '#server/database/insert.ts'
import { projectDocuments } from '#server/database/schema.ts'
import { receiveFile, type StoredFile } from '#server/http/receive-file.ts'
import { record } from '#server/service/audit.ts'
import type { SignedInContext } from '#server/service/context.ts'
import { withIdempotency } from '#server/service/idempotency.ts'
import { lockProject, requireProject } from '../lock-project.server.ts'

type ProjectIds = { clientId: string; projectId: string }

/** Adds the row of a stored file to a project. */
export function addDocument(context: SignedInContext, project: ProjectIds, file: StoredFile) {
  const { db, user } = context
  const action = 'document.uploaded'
  return db.transaction(async (tx) => {
    await lockProject(tx, project)
    return await withIdempotency(tx, context, action, async () => {
      const owned = { ...file, projectId: project.projectId, authorId: user.id }
      const subjectId = await insertRow(tx, projectDocuments, owned)
      await record(tx, user, { action, subject: 'document', subjectId, ...project })
      return subjectId
    })
  })
}

/** Stores the file of an upload, then its row. @returns the id of the document. */
export async function receiveDocument(
  context: SignedInContext,
  project: ProjectIds,
  request: IncomingMessage,
): Promise<string> {
  await requireProject(context.db, project)
  return receiveFile(context, request, (file) => addDocument(context, project, file))
}
