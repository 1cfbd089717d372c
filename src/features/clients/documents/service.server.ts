import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { Failure } from '../../../contract/failure.ts'
import { isPaged } from '../../../contract/paging.ts'
import { record } from '../../../server/audit.ts'
import type { Context, Service, SignedInContext } from '../../../server/context.ts'
import { behind, newestFirst, rowsToRead, toPage } from '../../../server/database/paging.ts'
import { projects, projectDocuments as table, users } from '../../../server/database/schema.ts'
import type { FileResponse } from '../../../server/http/file-response.ts'
import type { documents } from './contract.ts'
import { canPreview } from './file-rules.ts'
import { receiveDocument } from './receiving.server.ts'

/** Undo is offered for 55 s; the rest allows for slow connections. Then the file is removed. */
export const undoSeconds = 60

type Ids = { clientId: string; projectId: string; documentId: string }

const noDocument = () => new Failure('not_found', 'Document not found')

const columns = {
  id: table.id,
  originalName: table.originalName,
  mimeType: table.mimeType,
  fileSize: table.fileSize,
  author: users.username,
  createdAt: table.createdAt,
}

/** Matches deleted documents, too. */
function whereIds({ clientId, projectId, documentId }: Ids) {
  return and(
    eq(table.id, documentId),
    eq(table.projectId, projectId),
    sql`exists (select 1 from ${projects} where ${projects.id} = ${projectId} and ${projects.clientId} = ${clientId})`,
  )
}

async function find({ db }: Context, ids: Ids) {
  const [found] = await db
    .select({ ...columns, sha256: table.sha256, storageKey: table.storageKey })
    .from(table)
    .leftJoin(users, eq(users.id, table.authorId))
    .where(and(whereIds(ids), isNull(table.deletedAt)))
  if (!found) throw noDocument()
  return found
}

async function setDeleted(
  { db, user }: SignedInContext,
  ids: Ids,
  deleted: boolean,
): Promise<void> {
  const { clientId, projectId, documentId } = ids
  await db.transaction(async (tx) => {
    const still = gt(table.deletedAt, sql`now() - make_interval(secs => ${undoSeconds})`)
    const [changed] = await tx
      .update(table)
      .set({ deletedAt: deleted ? sql`now()` : null })
      .where(and(whereIds(ids), deleted ? isNull(table.deletedAt) : still))
      .returning({ id: table.id })
    if (!changed) throw noDocument()
    const action = deleted ? 'document.deleted' : 'document.restored'
    await record(tx, user, {
      action,
      subject: 'document',
      subjectId: documentId,
      clientId,
      projectId,
    })
  })
}

async function fileOf(context: Context, ids: Ids): Promise<FileResponse & { mimeType: string }> {
  const { originalName, mimeType, fileSize, sha256, storageKey } = await find(context, ids)
  return {
    name: originalName,
    mimeType,
    type: mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType,
    size: fileSize,
    etag: `"${Buffer.from(sha256).toString('base64url')}"`,
    open: (range) => context.storage.read(storageKey, range),
  }
}

export const documentsService: Service<typeof documents> = {
  async list({ db }, { clientId, projectId, ...paging }) {
    const [project] = await db
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.id, projectId), eq(projects.clientId, clientId)))
    if (!project) throw new Failure('not_found', 'Project not found')
    const found = db
      .select(columns)
      .from(table)
      .leftJoin(users, eq(users.id, table.authorId))
      .where(and(eq(table.projectId, projectId), isNull(table.deletedAt), behind(table, paging)))
      .orderBy(...newestFirst(table))
    if (!isPaged(paging)) return await found
    return toPage(await found.limit(rowsToRead(paging)), paging)
  },

  async upload(context, ids, request) {
    const documentId = await receiveDocument(context, ids, request)
    return await find(context, { ...ids, documentId })
  },

  async remove(context, ids) {
    await setDeleted(context, ids, true)
    return { success: true }
  },

  async restore(context, ids) {
    await setDeleted(context, ids, false)
    return await find(context, ids)
  },

  download: fileOf,

  async preview(context, ids) {
    const file = await fileOf(context, ids)
    if (!canPreview(file.mimeType))
      throw new Failure('unsupported_type', 'There is no preview of this type.')
    return { ...file, inline: true }
  },
}
