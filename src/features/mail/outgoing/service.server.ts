import { and, eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/failure.ts'
import { insertRow } from '#server/database/insert.ts'
import type { Transaction } from '#server/database/open.ts'
import { mailFiles as files, mailThreads, mailMessages as table } from '#server/database/schema.ts'
import { receiveFile } from '#server/http/receive-file.ts'
import { toVisitors } from '#server/mail/kinds.ts'
import { isSuppressed } from '#server/mail/suppressions.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import { record } from '#server/service/audit.ts'
import type { Service, SignedInContext } from '#server/service/context.ts'
import { findThread } from '../threads/list-threads.server.ts'
import { fileColumns, findAttachment, findMessage } from '../threads/messages.server.ts'
import { unsigned } from '../threads/variables.server.ts'
import { authorOf, mailNotConfigured } from '../threads/write-mail.server.ts'
import type { mailFiles, outgoingMail } from './contract.ts'

type Message = typeof table.$inferSelect

const conflict = (message: string) => new Failure('conflict', message)

/**
 * Changes a mail under its lock and records the act.
 *
 * @returns the mail after `act`, or before if `act` removed it.
 */
async function change(
  context: SignedInContext,
  id: string,
  action: 'cancelled' | 'sent_now' | 'retried',
  act: (tx: Transaction, message: Message) => Promise<unknown>,
) {
  const { db, user } = context
  const changed = await db.transaction(async (tx) => {
    const isOurs = and(eq(table.id, id), eq(table.direction, 'out'))
    const [message] = await tx.select().from(table).where(isOurs).for('update')
    const before = message && (await findMessage(context, tx, id))
    if (!before) throw new Failure('not_found', 'Email not found')
    await act(tx, message)
    const thread = message.threadId ? await findThread(tx, message.threadId) : undefined
    const { clientId = null, projectId = null } = thread ?? {}
    const subject = { subject: 'mail', subjectId: id, clientId, projectId }
    await record(tx, user, { action: `mail.${action}`, ...subject })
    return (await findMessage(context, tx, id)) ?? before
  })
  if (action !== 'cancelled') context.jobs.wake()
  inboxChanged(context, 'mail', 'inbox')
  return changed
}

/** Deletes the mail but keeps its files, so that the text can be sent again with them. */
async function takeBack(tx: Transaction, { id, threadId }: Message, uploadedBy: string) {
  const loose = { messageId: null, uploadedBy, createdAt: sql`now()` }
  await tx.update(files).set(loose).where(eq(files.messageId, id))
  await tx.delete(table).where(eq(table.id, id))
  if (!threadId) return
  const newest = sql`coalesce((select max(m.created_at) from ${table} m
    where m.thread_id = ${mailThreads.id}), ${mailThreads.createdAt})`
  await tx.update(mailThreads).set({ lastMessageAt: newest }).where(eq(mailThreads.id, threadId))
}

export const outgoingMailService: Service<typeof outgoingMail> = {
  sender: async (context) => ({
    isSetUp: context.config.mail !== undefined,
    ...(await authorOf(context, context.db, context.user.id)),
  }),

  async cancel(context, { id }) {
    const message = await change(context, id, 'cancelled', async (tx, found) => {
      const { kind, delivery, attempts, errorCode } = found
      if (kind !== 'reply' || delivery !== 'queued' || attempts > 0 || errorCode) {
        throw conflict('This email is already being sent.')
      }
      await takeBack(tx, found, context.user.id)
    })
    return { ...message, text: unsigned(message.text) }
  },

  sendNow: (context, { id }) =>
    change(context, id, 'sent_now', async (tx, { delivery }) => {
      if (delivery !== 'queued') throw conflict('This email is no longer waiting.')
      await tx
        .update(table)
        .set({ sendAt: sql`least(${table.sendAt}, now())`, nextAttemptAt: sql`now()` })
        .where(eq(table.id, id))
    }),

  retry(context, { id }) {
    if (!context.config.mail) throw mailNotConfigured()
    return change(context, id, 'retried', async (tx, { kind, delivery, text, toAddress }) => {
      if (delivery !== 'failed') throw conflict('Only a failed email can be sent again.')
      if (text === '')
        throw conflict('The text of this email isn’t stored. Please write a new one.')
      if (toVisitors.includes(kind) && (await isSuppressed(tx, toAddress))) {
        throw conflict('Automatic email to this address has ended.')
      }
      await tx
        .update(table)
        .set({
          delivery: 'queued',
          attempts: 0,
          leaseUntil: null,
          sendAt: sql`now()`,
          nextAttemptAt: sql`now()`,
        })
        .where(eq(table.id, id))
    })
  },
}

export const mailFilesService: Service<typeof mailFiles> = {
  async upload(context, _, request) {
    const { db, user } = context
    const id = await receiveFile(context, request, async (file) => {
      const values = { ...file, role: 'attachment', uploadedBy: user.id } as const
      return { id: await db.transaction((tx) => insertRow(tx, files, values)), isNew: true }
    })
    const [stored] = await db.select(fileColumns).from(files).where(eq(files.id, id))
    if (!stored) throw new Failure('not_found', 'File not found')
    return stored
  },

  async download({ db, storage, user }, { id }) {
    const file = await findAttachment(db, id, user.id)
    const { originalName, mimeType, fileSize, sha256, storageKey } = file
    return {
      name: originalName,
      type: mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : mimeType,
      size: fileSize,
      etag: `"${Buffer.from(sha256).toString('base64url')}"`,
      open: (range) => storage.read(storageKey, range),
    }
  },
}
