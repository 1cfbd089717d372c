import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { automationsForExport } from '#features/automations/pings/personal-data.server.ts'
import type { Database } from '#server/database/open.ts'
import * as tables from '#server/database/schema.ts'
import { staffName } from '#server/database/staff-name.ts'
import type { FileResponse } from '#server/files/file-response.ts'
import { writeZip } from '#server/files/write-zip.ts'
import type { Dependencies, SignedInContext } from '#server/service/context.ts'
import { bookingsOf } from './bookings-of-client.server.ts'
import type { CallHandlers, ExportedCall } from './call-handlers.server.ts'
import { deadlinesOf, mailFilesOf, mailOf, waitingMailOf } from './mail-of-client.server.ts'
import { pathIn, portable } from './zip-names.ts'

const { chatMessages, chatSessions, clients, googleSetups, inquiries, inquiryDetails } = tables
const { projectDocuments, projectNotes, projects, users } = tables

async function projectsOf(db: Database, clientId: string) {
  const found = await db
    .select()
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.id))
  const ids = found.map(({ id }) => id)
  const [notes, documents] = await Promise.all([
    db
      .select({
        projectId: projectNotes.projectId,
        content: projectNotes.content,
        author: staffName(users),
        createdAt: projectNotes.createdAt,
      })
      .from(projectNotes)
      .leftJoin(users, eq(users.id, projectNotes.authorId))
      .where(and(inArray(projectNotes.projectId, ids), isNull(projectNotes.deletedAt)))
      .orderBy(asc(projectNotes.id)),
    db
      .select({
        projectId: projectDocuments.projectId,
        storageKey: projectDocuments.storageKey,
        originalName: projectDocuments.originalName,
        mimeType: projectDocuments.mimeType,
        fileSize: projectDocuments.fileSize,
        author: staffName(users),
        createdAt: projectDocuments.createdAt,
        sha256: sql<string>`encode(${projectDocuments.sha256}, 'hex')`,
      })
      .from(projectDocuments)
      .leftJoin(users, eq(users.id, projectDocuments.authorId))
      .where(and(inArray(projectDocuments.projectId, ids), isNull(projectDocuments.deletedAt)))
      .orderBy(asc(projectDocuments.id)),
  ])
  return { found, notes, documents }
}

async function chatsOf(db: Database, clientId: string) {
  const { id, visitorName, visitorEmail, visitorCompany, status, startedAt, endedAt } = chatSessions
  const sessions = await db
    .select({ id, visitorName, visitorEmail, visitorCompany, status, startedAt, endedAt })
    .from(chatSessions)
    .where(eq(chatSessions.clientId, clientId))
    .orderBy(asc(id))
  const { senderType, content, sentAt, sessionId, seq } = chatMessages
  const chats = []
  for (const { id, ...session } of sessions) {
    const messages = await db
      .select({ senderType, content, sentAt })
      .from(chatMessages)
      .where(eq(sessionId, id))
      .orderBy(asc(seq))
    chats.push({ ...session, messages })
  }
  return chats
}

async function leadsOf(db: Database, clientId: string) {
  const found = await db
    .select()
    .from(inquiries)
    .where(eq(inquiries.clientId, clientId))
    .orderBy(asc(inquiries.id))
  const ids = found.map(({ id }) => id)
  const { inquiryId, text, createdAt } = inquiryDetails
  const added = await db
    .select({ inquiryId, text, createdAt })
    .from(inquiryDetails)
    .where(inArray(inquiryId, ids))
    .orderBy(asc(createdAt), asc(inquiryDetails.id))
  return found.map(({ contentHash: _hash, idempotencyKey: _key, ...lead }) => ({
    ...lead,
    details: added
      .filter(({ inquiryId: other }) => other === lead.id)
      .map(({ inquiryId: _, ...detail }) => detail),
  }))
}

async function addCalendars(
  deps: Dependencies,
  calls: readonly ExportedCall[],
  taken: Set<string>,
  writeCalendarOfCall: CallHandlers['writeCalendarOfCall'],
) {
  return Promise.all(
    calls.map(async (call) => {
      const name = `${call.startsAt.toISOString().slice(0, 10)}.ics`
      const path = pathIn(taken, 'calls', call.title, name)
      return { ...call, path, text: await writeCalendarOfCall(deps, call) }
    }),
  )
}

/**
 * Packs all data of a client: `client.json`, documents by project in `documents/`, files of mails
 * by subject in `mail/`, and calls as calendar files in `calls/`.
 */
export async function clientArchive(
  context: SignedInContext,
  id: string,
  writeCalendarOfCall: CallHandlers['writeCalendarOfCall'],
): Promise<FileResponse> {
  const { db, storage } = context
  const [client] = await db.select().from(clients).where(eq(clients.id, id))
  if (!client) throw new Failure('not_found', 'Client not found')
  const { search: _, ...details } = client
  const { service, state, url, createdAt } = googleSetups
  const [{ found, notes, documents }, ...others] = await Promise.all([
    projectsOf(db, id),
    leadsOf(db, id),
    chatsOf(db, id),
    mailOf(db, id),
    mailFilesOf(db, id),
    deadlinesOf(db, id),
    waitingMailOf(db, client.email),
    bookingsOf(db, id),
    automationsForExport(db, id),
    db
      .select({ service, state, url, createdAt })
      .from(googleSetups)
      .where(eq(googleSetups.clientId, id)),
  ])
  const [leads, chats, mail, mailFiles, deadlines, waitingMail, ...more] = others
  const [bookings, automations, googleWorkspace] = more
  const taken = new Set<string>()
  const files = documents.map((document) => {
    const project = found.find(({ id: other }) => other === document.projectId)
    return {
      path: pathIn(taken, 'documents', project?.title ?? '', document.originalName),
      ...document,
    }
  })
  const attached = mailFiles.map((file) => {
    const folder = mail.find(({ messages }) =>
      messages.some(({ id: other }) => other === file.messageId),
    )
    return { path: pathIn(taken, 'mail', folder?.subject ?? '', file.originalName), ...file }
  })
  const calls = await addCalendars(context, bookings, taken, writeCalendarOfCall)
  const waiting = waitingMail.map((file) => ({
    path: pathIn(taken, 'mail', 'not read yet', 'mail.eml'),
    ...file,
  }))
  const data = {
    exportedAt: new Date(),
    client: details,
    projects: found.map((project) => ({
      ...project,
      notes: notes
        .filter(({ projectId }) => projectId === project.id)
        .map(({ projectId: _, ...note }) => note),
      documents: files
        .filter(({ projectId }) => projectId === project.id)
        .map(({ projectId: _, storageKey: __, ...document }) => document),
    })),
    inquiries: leads,
    chats,
    mail: mail.map(({ messages, ...thread }) => ({
      ...thread,
      messages: messages.map(({ id: messageId, ...message }) => ({
        ...message,
        files: attached
          .filter(({ messageId: other }) => other === messageId)
          .map(({ messageId: _, storageKey: __, ...file }) => file),
      })),
    })),
    waitingMail: waiting.map(({ path, createdAt }) => ({ path, createdAt })),
    replyDeadlines: deadlines,
    bookings: calls.map(({ text: _, ...call }) => call),
    automations,
    googleWorkspace,
  }
  return {
    name: portable(`${client.name}.zip`),
    type: 'application/zip',
    open: () =>
      writeZip(
        [
          { path: 'client.json', bytes: Buffer.from(JSON.stringify(data, null, 2)) },
          ...calls.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
        ],
        [...files, ...attached, ...waiting],
        storage,
      ),
  }
}
