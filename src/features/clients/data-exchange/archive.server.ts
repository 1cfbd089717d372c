import { PassThrough } from 'node:stream'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { Failure } from '../../../contract/failure.ts'
import type { SignedInContext } from '../../../server/context.ts'
import type { Database } from '../../../server/database/open.ts'
import * as tables from '../../../server/database/schema.ts'
import type { Storage } from '../../../server/files/storage.ts'
import type { FileResponse } from '../../../server/http/file-response.ts'
import { cleanName } from '../documents/file-names.ts'

const { chatMessages, chatSessions, clients, googleSetups, inquiries } = tables
const { projectDocuments, projectNotes, projects, users } = tables

const author = { author: users.username }

async function projectsOf(db: Database, clientId: string) {
  const found = await db
    .select()
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.id))
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return { found, notes: [], documents: [] }
  const [notes, documents] = await Promise.all([
    db
      .select({ ...author, note: projectNotes })
      .from(projectNotes)
      .leftJoin(users, eq(users.id, projectNotes.authorId))
      .where(and(inArray(projectNotes.projectId, ids), isNull(projectNotes.deletedAt)))
      .orderBy(asc(projectNotes.id)),
    db
      .select({ ...author, document: projectDocuments })
      .from(projectDocuments)
      .leftJoin(users, eq(users.id, projectDocuments.authorId))
      .where(and(inArray(projectDocuments.projectId, ids), isNull(projectDocuments.deletedAt)))
      .orderBy(asc(projectDocuments.id)),
  ])
  return { found, notes, documents }
}

async function chatsOf(db: Database, clientId: string) {
  const sessions = await db
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.clientId, clientId))
    .orderBy(asc(chatSessions.id))
  const chats = []
  for (const session of sessions) {
    const messages = await db
      .select({
        senderType: chatMessages.senderType,
        content: chatMessages.content,
        sentAt: chatMessages.sentAt,
      })
      .from(chatMessages)
      .where(eq(chatMessages.sessionId, session.id))
      .orderBy(asc(chatMessages.seq))
    const { visitorName, visitorEmail, visitorCompany, status, startedAt, endedAt } = session
    chats.push({ visitorName, visitorEmail, visitorCompany, status, startedAt, endedAt, messages })
  }
  return chats
}

/** Unique path that cannot leave the target folder when the archive is unpacked. */
function pathIn(taken: Set<string>, folder: string, name: string): string {
  const place = cleanName(folder.replace(/[/\\]/g, '-')) || 'project'
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const plain = (path: string) => path.normalize('NFC').toLowerCase()
  let path = `documents/${place}/${name}`
  for (let turn = 2; taken.has(plain(path)); turn++) {
    path = `documents/${place}/${stem} (${turn})${end}`
  }
  taken.add(plain(path))
  return path
}

type Stored = { path: string; storageKey: string; createdAt: Date }

/** Documents are not compressed: most formats already are. */
function zipOf(data: object, files: readonly Stored[], storage: Storage): PassThrough {
  const out = new PassThrough()
  const zip = new ZipFile()
  zip.on('error', (error) => out.destroy(error as Error))
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'client.json')
  for (const { path, storageKey, createdAt } of files) {
    zip.addReadStreamLazy(path, { mtime: createdAt, compress: false }, (done) => {
      storage.read(storageKey).then(
        (bytes) => {
          bytes.once('error', (error) => out.destroy(error))
          done(null, bytes)
        },
        (error: Error) => out.destroy(error),
      )
    })
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

/**
 * All data of a client: `client.json`, and the documents below `documents/`, by project.
 *
 * @throws Failure `not_found`
 */
export async function clientArchive(
  { db, storage }: SignedInContext,
  id: string,
): Promise<FileResponse> {
  const [client] = await db.select().from(clients).where(eq(clients.id, id))
  if (!client) throw new Failure('not_found', 'Client not found')
  const { search: _, ...kept } = client
  const [{ found, notes, documents }, itsInquiries, chats, google] = await Promise.all([
    projectsOf(db, id),
    db.select().from(inquiries).where(eq(inquiries.clientId, id)).orderBy(asc(inquiries.id)),
    chatsOf(db, id),
    db.select().from(googleSetups).where(eq(googleSetups.clientId, id)),
  ])
  const taken = new Set<string>()
  const files = documents.map(({ document, author: by }) => {
    const project = found.find(({ id: of }) => of === document.projectId)
    const path = pathIn(taken, project?.title ?? '', document.originalName)
    return { ...document, author: by, path }
  })
  const data = {
    exportedAt: new Date(),
    client: kept,
    projects: found.map((project) => ({
      ...project,
      notes: notes
        .filter(({ note }) => note.projectId === project.id)
        .map(({ note, author: by }) => ({
          content: note.content,
          author: by,
          createdAt: note.createdAt,
        })),
      documents: files
        .filter(({ projectId }) => projectId === project.id)
        .map(({ path, originalName, mimeType, fileSize, author: by, createdAt, sha256 }) => ({
          ...{ path, originalName, mimeType, fileSize, author: by, createdAt },
          sha256: Buffer.from(sha256).toString('hex'),
        })),
    })),
    inquiries: itsInquiries.map(
      ({ contentHash: _hash, idempotencyKey: _key, ...inquiry }) => inquiry,
    ),
    chats,
    googleWorkspace: google.map(({ service, state, url, createdAt }) => ({
      service,
      state,
      url,
      createdAt,
    })),
  }
  return {
    name: `${cleanName(client.name.replace(/[/\\]/g, '-')) || 'client'}.zip`,
    type: 'application/zip',
    open: () => zipOf(data, files, storage),
  }
}
