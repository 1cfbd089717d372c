import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { threadFor } from '#features/mail/threads/make-thread.server.ts'
import type { Transaction } from '#server/database/open.ts'
import { chatMessages, chatSessions, mailMessages, mailThreads } from '#server/database/schema.ts'
import { type JobDependencies, job } from '#server/jobs/jobs.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isSuppressed } from '#server/mail/suppressions.ts'
import { isOwnAddress, isReserved } from '#server/mail-addresses.ts'
import { isMissed, takeMissed } from './messages.server.ts'
import { isAbandoned } from './statuses.server.ts'

/** A visitor who returns within this time reads the messages in the chat. */
const awaySeconds = 120
const minutesBetween = 10
const maxPerDay = 5

const batch = 50

const sentSince = (interval: string) => sql`(select count(*) from ${mailMessages} f
  join ${mailThreads} t on t.id = f.thread_id
  where t.chat_session_id = chat_sessions.id and f.kind = 'chat_follow_up'
    and f.created_at > now() - ${interval}::interval)`

const isDue = sql`${isAbandoned}
  and abandoned_at <= now() - make_interval(secs => ${awaySeconds})
  and exists (select from ${chatMessages} m where m.session_id = chat_sessions.id and ${isMissed})
  and ${sentSince(`${minutesBetween} minutes`)} = 0 and ${sentSince('1 day')} < ${maxPerDay}`

async function followUp(deps: JobDependencies, tx: Transaction, sessionId: string) {
  const { config } = deps
  const { firm } = deps.content.resolved()
  const [session] = await tx
    .select({ email: chatSessions.visitorEmail })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, sessionId), isDue))
    .for('update', { skipLocked: true })
  if (!session) return
  const { email } = session
  if (isReserved(email) || isOwnAddress(config, email) || (await isSuppressed(tx, email))) return
  const missed = await takeMissed(tx, sessionId, firm.name)
  if (missed.length === 0) return
  const subject = `Your chat with ${firm.name}`
  const threadId = await threadFor(tx, { chatSessionId: sessionId }, subject)
  await queueMail(deps, tx, {
    kind: 'chat_follow_up',
    to: email,
    threadId,
    subject,
    text: [
      'You left our chat before this reached you:',
      ...missed.map(({ author, content }) => `${author}:\n${content}`),
      'Continue the chat in any browser: {link}',
      ...(config.intake ? ['Or reply to this email.'] : []),
      'Anyone with the link can read the chat and write in it, so please keep it to yourself.',
    ].join('\n\n'),
  })
}

/** Mails the agents' messages that a visitor missed, each once, if the visitor stays away. */
export const mailMissedMessages = job({
  name: 'chat.mail-missed',
  payload: z.object({}),
  everySeconds: 10,
  async run(deps) {
    const { db, config, jobs } = deps
    if (!config.mail) return
    const due = await db
      .select({ id: chatSessions.id })
      .from(chatSessions)
      .where(isDue)
      .limit(batch)
    for (const { id } of due) await db.transaction((tx) => followUp(deps, tx, id))
    if (due.length > 0) jobs.wake()
  },
})
