import type { IncomingMessage } from 'node:http'
import { and, eq } from 'drizzle-orm'
import { Failure, isFailure } from '../../../contract/failure.ts'
import { record } from '../../../server/audit.ts'
import type { SignedInContext } from '../../../server/context.ts'
import type { Database, Transaction } from '../../../server/database/open.ts'
import { projectDocuments, projects } from '../../../server/database/schema.ts'
import type { Received } from '../../../server/files/storage.ts'
import { withIdempotency } from '../../../server/http/idempotency.ts'
import { openRequestSlots } from '../../../server/http/request-slots.ts'
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

type Place = { clientId: string; projectId: string }

/** Bytes allowed for the multipart envelope around the file. */
const envelopeBytes = 64 * 1024

const takePlace = openRequestSlots(4, 'Four uploads are under way. Please wait for one to end.')

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

async function demandProject(db: Database | Transaction, { clientId, projectId }: Place) {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.clientId, clientId)))
    .for('key share')
  if (!project) throw new Failure('not_found', 'Project not found')
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
async function commit(context: SignedInContext, place: Place, document: NewDocument) {
  const { db, user } = context
  const action = 'document.uploaded'
  return await db.transaction(async (tx) => {
    await demandProject(tx, place)
    return await withIdempotency(tx, context, action, async () => {
      const [made] = await tx
        .insert(projectDocuments)
        .values({ ...document, projectId: place.projectId, authorId: user.id })
        .returning({ id: projectDocuments.id })
      if (!made) throw new Error('insert returned no row')
      await record(tx, user, { action, subject: 'document', subjectId: made.id, ...place })
      return made.id
    })
  })
}

async function store(
  context: SignedInContext,
  place: Place,
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
      const { id, isNew } = await commit(context, place, document)
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
  place: Place,
  request: IncomingMessage,
): Promise<string> {
  await demandProject(context.db, place)
  const expectedBytes = declaredBytes(request)
  const endTurn = takePlace(context.user.id)
  const endWatch = watchPace(
    () => request.socket?.bytesRead ?? 0,
    () => request.destroy(),
  )
  request.once('end', endWatch)
  try {
    const sent = await readOneFile(request, mostBytes, tooLargeFailure)
    return await store(context, place, sent, expectedBytes)
  } catch (error) {
    if (isFailure(error)) context.log.warn({ event: 'upload_refused', reason: error.code })
    throw error
  } finally {
    endWatch()
    endTurn()
  }
}
