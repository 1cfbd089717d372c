import { eq } from 'drizzle-orm'
import { mailMessages, users } from '#server/database/schema.ts'
import { openBooking } from './bookings.ts'
import { readCalendar, wrongLines } from './calendars.ts'
import { simpleParser } from './mail-faults.ts'
import { openSmtpStandIn } from './smtp-stand-in.ts'

/** Reads a mail with its calendar parts: the one that programs show, and the file. */
async function read(raw: Buffer) {
  const { subject, text = '', messageId, replyTo, attachments } = await simpleParser(raw)
  const calendars = attachments.map(({ contentType, filename, content }) => {
    const calendar = content.toString()
    if (wrongLines(calendar).length > 0) throw new Error('Lines of the calendar are wrong.')
    return { contentType, filename, calendar: readCalendar(calendar), content: calendar }
  })
  const paragraphs = text.trim().split('\n\n')
  return { subject, paragraphs, messageId, replyTo: replyTo?.value[0]?.address, calendars }
}

/** Opens a product with one host, Grace, and a mail server that accepts everything. */
export async function openCallMails(environment: Record<string, string> = {}) {
  const server = await openSmtpStandIn()
  const { app, hostId } = await openBooking({
    SMTP_URL: server.url,
    MAIL_FROM: 'Northfold <desk@n.test>',
    MAIL_TO: 'staff@n.test',
    MAIL_IN_TOKEN: 'a-token-for-mail-that-comes-in',
    MAIL_REPLY_TO: 'reply@in.n.test',
    ...environment,
  })
  const grace = { displayName: 'Grace Hopper', email: 'grace@n.test' }
  await app.db.update(users).set(grace).where(eq(users.id, hostId))
  return {
    app,
    hostId,
    server,
    /**
     * Sends the due mails.
     * @returns the mails to an address since the last call, parsed.
     */
    async mailsTo(address: string) {
      await app.work()
      const own = server.mails.filter(({ to }) => to === address)
      for (const mail of own) server.mails.splice(server.mails.indexOf(mail), 1)
      return Promise.all(own.map(async ({ raw }) => ({ raw, ...(await read(raw)) })))
    },
    /** Simulates that the time until the next attempt has passed. */
    async makeDue() {
      const due = { nextAttemptAt: new Date(), leaseUntil: null }
      await app.db.update(mailMessages).set(due).where(eq(mailMessages.delivery, 'queued'))
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
