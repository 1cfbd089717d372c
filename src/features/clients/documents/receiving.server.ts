import type { IncomingMessage } from 'node:http'
import { Failure, isFailure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { SignedInContext } from '../../../server/context.ts'
import { insertRow } from '../../../server/database/insert.ts'
import { projectDocuments } from '../../../server/database/schema.ts'
import type { Received } from '../../../server/files/storage.ts'
import { withIdempotency } from '../../../server/http/idempotency.ts'
import { openRequestSlots } from '../../../server/http/request-slots.ts'
import { lockProject } from '../projects/lock-project.server.ts'
import { cleanName } from './file-names.ts'
import {
  emptyFile,
  extensionOf,
  mostBytes,
  tooLarge,
  typeOfExtension,
  wrongType,
} from './file-rules.ts'
import { readOneFile, type SentFile, watchPace } from './reading.server.ts'
import { matchesExtension } from './signatures.server.ts'

type ProjectIds = { clientId: string; projectId: string }

/** Bytes allowed for the multipart envelope around the file. */
const envelopeBytes = 64 * 1024

const openSlot = openRequestSlots(4, 'Four uploads are under way. Please wait for one to end.')

function tooLargeFailure(sentName: string): Failure {
  const about = tooLarge.about(cleanName(sentName) || 'The file')
  return new Failure('too_large', about, { fields: { document: tooLarge.title } })
}

function wrongTypeFailure(name: string): Failure {
  const about = wrongType.about(name || 'The file')
  return new Failure('unsupported_type', about, { fields: { document: wrongType.title } })
}

function declaredBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? 0)
  if (declared > mostBytes + envelopeBytes) throw tooLargeFailure('')
  return Math.min(declared || mostBytes, mostBytes)
}

async function take(sent: SentFile, name: string, received: Received): Promise<void> {
  await sent.pourInto(received.sink)
  const size = received.size()
  if (size === 0)
    throw new Failure('invalid_input', emptyFile(name), { fields: { document: 'Empty file' } })
  if (!(await matchesExtension(received.file, extensionOf(name), size)))
    throw wrongTypeFailure(name)
}

type NewDocument = Omit<typeof projectDocuments.$inferInsert, 'projectId' | 'authorId'>

/** The row is the commit point: a file without one is removed later by `removeStrays`. */
async function commit(context: SignedInContext, project: ProjectIds, document: NewDocument) {
  const { db, user } = context
  const action = 'document.uploaded'
  return await db.transaction(async (tx) => {
    await lockProject(tx, project)
    return await withIdempotency(tx, context, action, async () => {
      const owned = { ...document, projectId: project.projectId, authorId: user.id }
      const subjectId = await insertRow(tx, projectDocuments, owned)
      await record(tx, user, { action, subject: 'document', subjectId, ...project })
      return subjectId
    })
  })
}

async function store(
  context: SignedInContext,
  project: ProjectIds,
  sent: SentFile,
  expectedBytes: number,
) {
  const { storage, metrics } = context
  const name = cleanName(sent.name)
  const mimeType = typeOfExtension[extensionOf(name)]
  if (!mimeType) throw wrongTypeFailure(name)
  const received = await storage.receive(expectedBytes)
  try {
    await take(sent, name, received)
    const sha256 = received.sha256()
    await received.keep(sha256)
    const { key: storageKey } = received
    try {
      const fileSize = received.size()
      const document = { originalName: name, mimeType, fileSize, sha256, storageKey }
      const { id, isNew } = await commit(context, project, document)
      if (isNew) {
        metrics.uploads.of().add()
        metrics.uploadBytes.of().add(fileSize)
      } else await storage.remove(storageKey)
      return id
    } catch (error) {
      // Remove only after a definite refusal: if the connection was lost, the row may exist.
      if (isFailure(error)) await storage.remove(storageKey)
      throw error
    }
  } finally {
    await received.discard()
  }
}

/**
 * Stores the file of an upload, then its row. Leaves nothing behind when refused or interrupted.
 *
 * @returns the id of the document.
 * @throws Failure
 */
export async function receiveDocument(
  context: SignedInContext,
  project: ProjectIds,
  request: IncomingMessage,
): Promise<string> {
  await lockProject(context.db, project)
  const expectedBytes = declaredBytes(request)
  const freeSlot = openSlot(context.user.id)
  const endWatch = watchPace(
    () => request.socket?.bytesRead ?? 0,
    () => request.destroy(),
  )
  request.once('end', endWatch)
  try {
    const sent = await readOneFile(request, mostBytes, tooLargeFailure)
    return await store(context, project, sent, expectedBytes)
  } catch (error) {
    if (isFailure(error)) context.log.warn({ event: 'upload_refused', reason: error.code })
    throw error
  } finally {
    endWatch()
    freeSlot()
  }
}
