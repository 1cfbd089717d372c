import { eq, sql } from 'drizzle-orm'
import type { MailKind } from '#contract/vocabulary.ts'
import {
  mailIntake,
  mailMessages,
  mailThreads,
  notifications,
  replyDeadlines,
} from '#server/database/schema.ts'
import { replyAddresses } from '#server/mail/reply-address.ts'
import { postMail } from './mails.ts'
import type { TestApp } from './test-app.ts'

type Owner = { inquiryId?: string; chatSessionId?: string; clientId?: string }

/** Creates a thread with one accepted mail of ours, and the addresses for replies and bounces. */
export async function threadWith(
  { db, deps }: Pick<TestApp, 'db' | 'deps'>,
  to: string,
  { kind = 'reply', authorId, ...owner }: Owner & { kind?: MailKind; authorId?: string } = {},
) {
  const { inquiryId } = owner
  const existing = inquiryId ? eq(mailThreads.inquiryId, inquiryId) : sql`false`
  const [thread] = [
    ...(await db.select().from(mailThreads).where(existing)),
    ...(await db
      .insert(mailThreads)
      .values({ subject: 'Your request', ...owner })
      .onConflictDoNothing()
      .returning()),
  ]
  if (!thread) throw new Error('No thread')
  const { id: threadId } = thread
  const [sent] = await db
    .insert(mailMessages)
    .values({
      threadId,
      direction: 'out',
      kind,
      toAddress: to,
      subject: 'Re',
      text: 'Our answer',
      messageId: `<${threadId}@counterfoil.example>`,
      fromAddress: 'site@firm.test',
      delivery: 'accepted',
      acceptedAt: new Date(),
      ...(authorId && { authorId }),
    })
    .returning()
  if (!sent) throw new Error('No message')
  const addresses = { threadId, messageId: sent.id }
  const made = await replyAddresses(deps, db, 'reply@in.firm.test', addresses)
  return { threadId, sent, ...made }
}

/** Posts a mail and has it parsed. */
export async function receive(
  app: TestApp,
  raw: Buffer,
  query: Parameters<typeof postMail>[2] = {},
) {
  const answer = await postMail(app, raw, query)
  if (answer.statusCode !== 202) throw new Error(`Refused: ${answer.statusCode}`)
  await app.work()
  const [row] = await app.db
    .select({ intake: mailIntake, message: mailMessages, thread: mailThreads })
    .from(mailIntake)
    .leftJoin(mailMessages, eq(mailMessages.id, mailIntake.messageId))
    .leftJoin(mailThreads, eq(mailThreads.id, mailMessages.threadId))
    .where(eq(mailIntake.id, answer.json<{ id: string }>().id))
  if (!row) throw new Error('No intake')
  return row
}

export const openDeadlines = ({ db }: TestApp) =>
  db.select().from(replyDeadlines).where(sql`met_at is null and waived_at is null`)

/** The events that the users of the test were notified of. */
export async function noticesOf({ db }: Pick<TestApp, 'db'>) {
  const { event, eventKey } = notifications
  return db.select({ event, eventKey }).from(notifications).orderBy(notifications.id)
}
