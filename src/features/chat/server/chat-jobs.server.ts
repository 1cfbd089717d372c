import { z } from 'zod'
import { job } from '#server/jobs/jobs.ts'
import { queueStaffMail } from '#server/mail/queue-mail.ts'
import type { Dependencies } from '#server/service/context.ts'
import { notifyWaiting } from './chat-notices.server.ts'
import { endAbandoned, readSession } from './sessions.server.ts'

const unansweredSeconds = 60

/** Ends chats that have been abandoned for a day, so that the next visit starts a new one. */
export const endAbandonedChats = job({
  name: 'chat.end-abandoned',
  payload: z.object({}),
  everySeconds: 600,
  async run({ db, pubSub }) {
    const ids = await endAbandoned(db)
    for (let at = 0; at < ids.length; at += 200) {
      pubSub.publish({ kind: 'chat', ids: ids.slice(at, at + 200) })
    }
  },
})

/** Notifies by mail and channels; the mail contains no chat messages. */
export const mailUnansweredChat = job({
  name: 'chat.mail-unanswered',
  payload: z.object({ sessionId: z.uuid() }),
  async run(deps, { sessionId }) {
    const session = await readSession(deps.db, sessionId)
    if (session?.status !== 'waiting') return
    const { visitorName: name } = session
    await deps.db.transaction(async (tx) => {
      await queueStaffMail(deps, tx, {
        kind: 'lead_alert',
        chatSessionId: sessionId,
        subject: 'A visitor is waiting in the chat',
        text: [
          `${name} has been waiting in the live chat for a minute, and nobody has joined.`,
          `Answer: ${deps.config.publicUrl}/admin/chat?session=${sessionId}`,
        ].join('\n\n'),
      })
      await notifyWaiting(deps, tx, { id: sessionId, name }, 'later')
    })
    deps.jobs.wake()
  },
})

export async function watchUnanswered({ db, jobs }: Dependencies, sessionId: string) {
  const runAt = new Date(Date.now() + unansweredSeconds * 1000)
  const uniqueKey = `chat-unanswered:${sessionId}`
  await jobs.add(db, mailUnansweredChat, { sessionId }, { uniqueKey, runAt })
}
