import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { canPreview } from '#contract/file-rules.ts'
import { isPaged, type Paging } from '#contract/pagination.ts'
import { findAttachment } from '#features/mail/threads/messages.server.ts'
import type { Database, Transaction } from '#server/database/open.ts'
import {
  afterCursor,
  countRows,
  newestFirst,
  rowsToRead,
  rowsToSkip,
  toPage,
} from '#server/database/pagination.ts'
import { projects, projectDocuments as table, users } from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { copyFile, withRow } from '#server/http/receive-file.ts'
import { record } from '#server/service/audit.ts'
import type { Context, Service, SignedInContext } from '#server/service/context.ts'
import { lockClient, requireProject } from '../lock-project.server.ts'
import type { documents } from './contract.ts'
import { addDocument, receiveDocument } from './receive-document.server.ts'

/** Undo is offered for 55 s, and the rest allows for slow connections. Then the file is removed. */
export const undoSeconds = 60

type OfProject = { clientId: string; projectId: string }
type Ids = OfProject & { documentId: string }

const noDocument = () => new Failure('not_found', 'Document not found')

const { id, originalName, mimeType, fileSize, createdAt } = table
const columns = { id, originalName, mimeType, fileSize, createdAt, author: staffName(users) }

const ofProject = (projectId: string) =>
  and(eq(table.projectId, projectId), isNull(table.deletedAt))

/** The documents of a project, newest first. With `paging`, only those after its cursor. */
export function documentsOf(db: Database | Transaction, projectId: string, paging: Paging = {}) {
  return db
    .select(columns)
    .from(table)
    .leftJoin(users, eq(users.id, table.authorId))
    .where(and(ofProject(projectId), afterCursor(table, paging)))
    .orderBy(...newestFirst(table))
}

/** Also matches deleted documents. */
function whereIds({ clientId, projectId }: OfProject, documentIds: readonly string[]) {
  return and(
    inArray(table.id, [...documentIds]),
    eq(table.projectId, projectId),
    sql`exists (select 1 from ${projects} where ${projects.id} = ${projectId} and ${projects.clientId} = ${clientId})`,
  )
}

async function find({ db }: Context, ids: Ids) {
  const [found] = await db
    .select({ ...columns, sha256: table.sha256, storageKey: table.storageKey })
    .from(table)
    .leftJoin(users, eq(users.id, table.authorId))
    .where(and(whereIds(ids, [ids.documentId]), isNull(table.deletedAt)))
  if (!found) throw noDocument()
  return found
}

/** @returns the ids of the documents that were changed. */
async function setDeleted(
  { db, user }: SignedInContext,
  project: OfProject,
  documentIds: readonly string[],
  deleted: boolean,
): Promise<string[]> {
  const { clientId, projectId } = project
  return db.transaction(async (tx) => {
    await lockClient(tx, clientId)
    const still = gt(table.deletedAt, sql`now() - make_interval(secs => ${undoSeconds})`)
    const changed = await tx
      .update(table)
      .set({ deletedAt: deleted ? sql`now()` : null })
      .where(and(whereIds(project, documentIds), deleted ? isNull(table.deletedAt) : still))
      .returning({ id: table.id })
    if (changed.length === 0) throw noDocument()
    const action = deleted ? 'document.deleted' : 'document.restored'
    for (const { id: subjectId } of changed) {
      await record(tx, user, { action, subject: 'document', subjectId, clientId, projectId })
    }
    return changed.map(({ id }) => id)
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
    const found = documentsOf(db, projectId, paging)
    if (!isPaged(paging)) return await found
    const rows = await found.limit(rowsToRead(paging)).offset(rowsToSkip(paging))
    return toPage(rows, paging, await countRows(db, paging, table, ofProject(projectId)))
  },

  async upload(context, ids, request) {
    const documentId = await receiveDocument(context, ids, request)
    return await find(context, { ...ids, documentId })
  },

  async saveMailFile(context, { id, ...project }) {
    const { db, storage } = context
    const file = await findAttachment(db, id)
    await requireProject(db, project)
    const storageKey = await copyFile(storage, file)
    const { originalName, mimeType, fileSize, sha256 } = file
    const document = { originalName, mimeType, fileSize, sha256, storageKey }
    const { id: documentId, isNew } = await withRow(storage, [storageKey], () =>
      addDocument(context, project, document),
    )
    if (!isNew) await storage.remove(storageKey)
    return await find(context, { ...project, documentId })
  },

  async remove(context, ids) {
    await setDeleted(context, ids, [ids.documentId], true)
    return { success: true }
  },

  async restore(context, ids) {
    await setDeleted(context, ids, [ids.documentId], false)
    return await find(context, ids)
  },

  async removeChosen(context, { ids, ...project }) {
    return { ids: await setDeleted(context, project, ids, true) }
  },

  async restoreChosen(context, { ids, ...project }) {
    return { ids: await setDeleted(context, project, ids, false) }
  },

  download: fileOf,

  async preview(context, ids) {
    const file = await fileOf(context, ids)
    if (!canPreview(file.mimeType))
      throw new Failure('unsupported_type', 'There’s no preview of this type.')
    return { ...file, inline: true }
  },
}
