import { Readable } from 'node:stream'
import { and, asc, eq } from 'drizzle-orm'
import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '#contract/vocabulary.ts'
import type { Config } from '../config.ts'
import { mailFiles, type mailMessages, mailThreads } from '../database/schema.ts'
import type { JobDependencies } from '../jobs/jobs.ts'
import { readerParameter } from './booker-link.ts'
import { chatUrl } from './chat-link.ts'
import { replyAddresses } from './reply-address.ts'
import { requestUrl } from './request-link.ts'

type Message = typeof mailMessages.$inferSelect

/** The first header is that of RFC 3834, the second that of Exchange. */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
}

/** Mails in our own words. The others may quote a visitor who typed `{link}`. */
const withLink: readonly MailKind[] = ['confirmation', 'reply', 'chat_follow_up']

/**
 * Replaces `{link}` with the address of the lead's status page, or the one that opens the chat, and
 * `{reader}` in a reply with the parameter that tells a booking page who reads it. The tokens in
 * them are not stored.
 */
async function fillLinks(deps: JobDependencies, message: Message): Promise<Message> {
  const { kind, text, threadId, toAddress } = message
  if (!threadId || !withLink.includes(kind) || !/\{(?:link|reader)\}/.test(text)) return message
  const { db } = deps
  const { inquiryId, chatSessionId, clientId } = mailThreads
  const [thread] = await db
    .select({ inquiryId, chatSessionId, clientId })
    .from(mailThreads)
    .where(eq(mailThreads.id, threadId))
  if (!thread) return message
  const link = thread.inquiryId
    ? await requestUrl(deps, db, thread.inquiryId)
    : thread.chatSessionId && (await chatUrl(deps, db, thread.chatSessionId))
  const linked = link ? text.replaceAll('{link}', link) : text
  if (kind !== 'reply') return { ...message, text: linked }
  const reader = await readerParameter(deps, thread, toAddress)
  return { ...message, text: linked.replaceAll('{reader}', reader) }
}

const withFiles: readonly MailKind[] = ['reply', 'meeting']

/** Files are opened when they are read, because a refused mail reads none. `close` closes them. */
async function readAttachments({ db, storage }: JobDependencies, { id, kind }: Message) {
  if (!withFiles.includes(kind)) return { attachments: [], close() {} }
  const { messageId, role, createdAt } = mailFiles
  const files = await db
    .select()
    .from(mailFiles)
    .where(and(eq(messageId, id), eq(role, 'attachment')))
    .orderBy(asc(createdAt), asc(mailFiles.id))
  const attachments = files.map(({ storageKey, originalName: filename, mimeType: contentType }) => {
    const content = Readable.from(
      (async function* () {
        yield* await storage.read(storageKey)
      })(),
    )
    return { filename, contentType, contentDisposition: 'attachment' as const, content }
  })
  return { attachments, close: () => void attachments.map(({ content }) => content.destroy()) }
}

/** iCalendar text; `method` is the method that the text names (RFC 6047). */
export type CalendarPart = { method: string; text: string }

/** Builds a mail for nodemailer. Call `close` after the attempt. */
export async function compose(
  deps: JobDependencies,
  { from, replyTo }: NonNullable<Config['mail']>,
  message: Message,
  calendar?: CalendarPart,
): Promise<{ options: SendMailOptions; close: () => void }> {
  const { id, kind, fromName, toAddress, subject, threadId, messageId, references } = message
  const firm = from.name || deps.content.resolved().firm.name
  const addresses =
    replyTo && threadId
      ? await replyAddresses(deps, deps.db, replyTo, { threadId, messageId: id })
      : { envelopeSender: from.address }
  const { text } = await fillLinks(deps, message)
  const { attachments, close } = await readAttachments(deps, message)
  const options: SendMailOptions = {
    from: { name: fromName ? `${fromName}, ${firm}` : firm, address: from.address },
    envelope: { from: addresses.envelopeSender, to: toAddress },
    ...('replyTo' in addresses && { replyTo: { name: '', address: addresses.replyTo } }),
    to: { name: '', address: toAddress },
    subject,
    text,
    messageId,
    date: message.sendAt,
    ...(message.inReplyTo && { inReplyTo: message.inReplyTo }),
    ...(references.length > 0 && { references }),
    ...(kind !== 'reply' && { headers: automaticHeaders }),
    ...(attachments.length > 0 && { attachments }),
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: 'call.ics', content: calendar.text },
    }),
    dsn: { id, return: 'headers', notify: ['failure', 'delay'], recipient: toAddress },
  }
  return { options, close }
}
