import { z } from 'zod'
import { Id, ids, Moment, required, requiredLine, Time } from '#contract/fields.ts'
import { numberedPaging, page, paging } from '#contract/pagination.ts'
import {
  mailDeliveries,
  mailDirections,
  mailKinds,
  suppressionReasons,
  threadViews,
} from '#contract/vocabulary.ts'
import { attachments, maxTextCharacters } from './contract.ts'

const Person = z.object({ id: z.string(), name: z.string() })

export const MailFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number().describe('Bytes'),
})
export type MailFile = z.output<typeof MailFile>

/** Fields that do not apply are null. */
export const MailMessage = z.object({
  id: z.string(),
  threadId: z.string().nullable().describe('Null for mail to staff'),
  direction: z.enum(mailDirections),
  kind: z.enum(mailKinds),
  from: z.object({ name: z.string(), address: z.string() }),
  via: z
    .string()
    .nullable()
    .describe('Address in From of a received mail whose Reply-To, the sender here, is another one'),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  quotedText: z.string().nullable(),
  hasHtml: z.boolean(),
  author: Person.nullable(),
  delivery: z.enum(mailDeliveries).nullable(),
  serverResponse: z.string().nullable(),
  errorCode: z.string().nullable(),
  sendAt: Time.nullable(),
  acceptedAt: Time.nullable(),
  createdAt: Time,
  files: z.array(MailFile),
  refusedFiles: z.array(z.object({ name: z.string(), size: z.number(), reason: z.string() })),
  fromOtherAddress: z.boolean(),
  suspectReasons: z.array(z.string()).describe('Words for why it may be forged or spam'),
  shownInChat: z
    .boolean()
    .nullable()
    .describe('Whether the visitor sees a received mail in the chat; null outside of chats'),
  hasNewer: z.boolean().describe('The other side wrote after this mail, which waits, was written'),
})
export type MailMessage = z.output<typeof MailMessage>

/** A conversation. Fields that do not apply are null. */
const MailThread = z.object({
  id: z.string(),
  subject: z.string(),
  inquiryId: z.string().nullable(),
  chatSessionId: z.string().nullable(),
  clientId: z.string().nullable(),
  projectId: z.string().nullable(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  to: z.string().nullable().describe('Address that a reply goes to'),
  from: z
    .string()
    .nullable()
    .describe('Who wrote the newest mail that came in, as it says itself, proven or not'),
  suppressed: z
    .enum(suppressionReasons)
    .nullable()
    .describe('Why automatic mail to that address has ended'),
  assignee: Person.nullable(),
  suspect: z.boolean(),
  suspectReasons: z.array(z.string()),
  dueAt: Time.nullable().describe('Of its open reply deadline'),
  failed: z.boolean().describe('A mail of it failed or came back'),
  excerpt: z.string().describe('Of the newest message; at most 160 characters'),
  lastMessageAt: Time,
  createdAt: Time,
})
export type MailThread = z.output<typeof MailThread>

const fileList = z.array(Id).max(attachments.max, `Use at most ${attachments.max}`).optional()

const writing = {
  text: required(maxTextCharacters, 'Text is required').describe(
    'With {name}, {company}, {number}, {hours}, {me} and {link}, where they have a value',
  ),
  seenId: Id.nullish().describe('The newest message that the writer has seen'),
  force: z.boolean().optional().describe('Send although somebody answered or wrote since'),
  sendAt: Moment.nullish().describe('Within 30 days; after 10 seconds if absent'),
  fileIds: fileList.describe('Uploaded for this mail'),
  documentIds: fileList.describe('Documents of projects; they are copied'),
}

const subjects = {
  inquiryId: Id.optional(),
  chatSessionId: Id.optional(),
  clientId: Id.optional(),
  projectId: Id.optional(),
}

const one = Id.optional().describe('Exactly one of inquiryId, chatSessionId, clientId, projectId')
const oneSubject = { inquiryId: one, chatSessionId: one, clientId: one, projectId: one }

const view = z.enum(threadViews, { error: `Use one of ${threadViews.join(', ')}` })

export const mailThreadsSchemas = {
  list: {
    summary: 'Conversations by mail, newest message first; all, or those of one subject.',
    input: z.object({
      ...subjects,
      view: view.optional().describe('`all` if absent'),
      ...numberedPaging,
    }),
    output: page(MailThread),
  },
  show: {
    summary:
      'A conversation and its newest 50 messages, oldest first; `next` leads to earlier ones.',
    input: ids.extend({ after: paging.after }),
    output: z.object({
      thread: MailThread,
      messages: z.array(MailMessage),
      next: z.string().max(200).nullable(),
    }),
  },
  create: {
    summary:
      'Writes to a lead, a visitor of the chat or a client; of a lead or chat in its one thread.',
    input: z.object({
      ...oneSubject,
      subject: requiredLine(200, 'A subject is required'),
      ...writing,
    }),
    output: MailMessage,
  },
  write: {
    summary: 'Replies in a conversation, unless somebody answered or wrote meanwhile.',
    input: ids.extend(writing),
    output: MailMessage,
  },
  update: {
    summary: 'Links a conversation to a client, project or lead, or clears it of suspicion.',
    input: ids.extend({
      clientId: Id.nullable().optional(),
      projectId: Id.nullable().optional().describe('Of the client, if both are named'),
      inquiryId: Id.nullable().optional().describe('Of a lead’s conversation it stays'),
      suspect: z.boolean().optional().describe('`false` clears it of suspicion'),
    }),
    output: MailThread,
  },
}
