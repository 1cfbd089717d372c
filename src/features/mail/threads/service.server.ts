import { Failure } from '#contract/failure.ts'
import { inboxChanged } from '#server/pub-sub/inbox-changed.ts'
import type { Service } from '#server/service/context.ts'
import type { mailThreads } from './contract.ts'
import { findThread, listThreads } from './list-threads.server.ts'
import { assertOneSubject, threadFor } from './make-thread.server.ts'
import { pageOfMessages } from './messages.server.ts'
import { noThread, updateThread } from './update-thread.server.ts'
import { writeMail } from './write-mail.server.ts'

export const mailThreadsService: Service<typeof mailThreads> = {
  list: ({ db }, listing) => listThreads(db, listing),

  async show(context, { id, after }) {
    const [thread, page] = await Promise.all([
      findThread(context.db, id),
      pageOfMessages(context, id, after),
    ])
    if (!thread) throw noThread()
    return { thread, ...page }
  },

  create(context, { inquiryId, chatSessionId, clientId, projectId, subject, ...writing }) {
    const about = { inquiryId, chatSessionId, clientId, projectId }
    assertOneSubject(about)
    return writeMail(context, 'mail.thread_written', writing, async (tx) => ({
      threadId: await threadFor(tx, about, subject),
      subject,
    }))
  },

  write: (context, { id, ...writing }) =>
    writeMail(context, `mail.written ${id}`, writing, async () => ({ threadId: id })),

  async update(context, input) {
    const id = await updateThread(context, input)
    inboxChanged(context, 'mail', 'inbox', 'leads')
    const thread = await findThread(context.db, id)
    if (!thread) throw new Failure('not_found', 'Conversation not found')
    return thread
  },
}
