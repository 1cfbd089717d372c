import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Dependencies } from '../../../server/context.ts'
import { mailIntake, mailMessages } from '../../../server/database/schema.ts'
import { queueMail } from '../../../server/mail/outgoing.ts'
import { StepFailed } from './steps.server.ts'

const longestSeconds = 60
const pollMs = 250

/** Of earlier checks; one that came back late was recognized by its row until now. */
async function removeCheckMails({ db }: Pick<Dependencies, 'db'>) {
  const old = sql`now() - make_interval(hours => 1)`
  await db
    .delete(mailMessages)
    .where(and(eq(mailMessages.kind, 'self_check'), lt(mailMessages.createdAt, old)))
}

async function isBack({ db }: Dependencies, id: string): Promise<boolean> {
  const [mail] = await db
    .select({
      ...{ delivery: mailMessages.delivery, response: mailMessages.serverResponse },
      isBack: sql<boolean>`exists (select from ${mailIntake} where ${mailIntake.messageId} = ${id})`,
    })
    .from(mailMessages)
    .where(eq(mailMessages.id, id))
  if (mail?.delivery === 'failed') {
    const [code = ''] = /^\d{3}/.exec(mail.response ?? '') ?? []
    throw new StepFailed(`the mail server refused a mail to our own address (${code})`)
  }
  return mail?.isBack ?? false
}

/**
 * Sends one mail to the address whose mail comes in here and waits until it is recognized. One that
 * comes later is no message either.
 */
export async function tryRoundTrip(deps: Dependencies, runId: string): Promise<void> {
  const { db, config, jobs } = deps
  await removeCheckMails(deps)
  const to = config.mail?.replyTo ?? config.mail?.from.address ?? ''
  const text = `Nightly check ${runId}. It needs no answer.`
  const id = await queueMail(deps, db, { kind: 'self_check', to, subject: 'Self-check', text })
  if (!id) return
  jobs.wake()
  const end = Date.now() + longestSeconds * 1000
  const one = eq(mailMessages.id, id)
  while (!(await isBack(deps, id))) {
    if (Date.now() > end) {
      await db
        .update(mailMessages)
        .set({ delivery: 'failed', errorCode: 'not_returned' })
        .where(one)
      throw new StepFailed(`a mail to our own address did not come back within ${longestSeconds} s`)
    }
    await pause(pollMs)
  }
  await db.delete(mailMessages).where(one)
}
