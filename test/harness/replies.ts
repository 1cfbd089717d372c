import { eq } from 'drizzle-orm'
import type { Role } from '#contract/endpoint.ts'
import { outgoingMail } from '#features/mail/outgoing/contract.ts'
import { mailThreads } from '#features/mail/threads/contract.ts'
import { mailMessages, users } from '#server/database/schema.ts'
import { simpleParser } from './mail-faults.ts'
import { write } from './requests.ts'
import type { Sent } from './sample-files.ts'
import { openSmtpStandIn, type SmtpStandIn } from './smtp-stand-in.ts'
import { openTestApp, origin, type Person, type TestApp } from './test-app.ts'

export type MailApp = TestApp & { server: SmtpStandIn }

/**
 * Opens the product with a mail server that accepts everything, and with replies to
 * `MAIL_REPLY_TO`.
 */
export async function openMailApp(environment: Record<string, string> = {}): Promise<MailApp> {
  const server = await openSmtpStandIn()
  const app = await openTestApp({
    environment: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Northfold <desk@n.test>',
      MAIL_TO: 'staff@n.test',
      MAIL_IN_TOKEN: 'a token of the mail server'.replaceAll(' ', '-'),
      MAIL_REPLY_TO: 'reply@in.n.test',
      ...environment,
    },
  })
  return {
    ...app,
    server,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Signs in a user with a display name. */
export async function colleague(app: TestApp, displayName: string, role: Role = 'agent') {
  const username = displayName.toLowerCase()
  const person = await app.person(role, username)
  const email = `${username}@n.test`
  const isUser = eq(users.username, username)
  await app.db.update(users).set({ displayName, email }).where(isUser)
  return person
}

/** Creates a lead whose sender has got a confirmation. */
export async function confirmedLead(app: MailApp, more: Record<string, unknown> = {}) {
  const lead = await write(app, more)
  await app.work()
  return lead
}

export function reply(person: Person, inquiryId: string, more: Record<string, unknown> = {}) {
  return person.call(mailThreads.create, {
    inquiryId,
    subject: 'Your slips',
    text: 'Good morning',
    seenId: null,
    ...more,
  })
}

/** Sends a mail at once and has the product process it. */
export async function sendNow(app: MailApp, person: Person, id: string) {
  await person.call(outgoingMail.sendNow, { id })
  await app.work()
}

/** Simulates that a mail of a visitor came in. */
export async function receive(
  { db }: TestApp,
  threadId: string,
  more: Partial<typeof mailMessages.$inferInsert> = {},
): Promise<string> {
  const [made] = await db
    .insert(mailMessages)
    .values({
      threadId,
      direction: 'in',
      kind: 'received',
      messageId: `<${Math.random()}@v.test>`,
      fromAddress: 'ada@northfold.test',
      fromName: 'Ada Okafor',
      toAddress: 'desk@n.test',
      subject: 'Slips',
      text: 'One more thing',
      contentSha256: Buffer.alloc(32),
      ...more,
    })
    .returning({ id: mailMessages.id })
  return made?.id ?? ''
}

export async function uploadFile(app: TestApp, person: Person, { payload, headers }: Sent) {
  return app.send({
    method: 'POST',
    url: '/api/admin/mail/files',
    payload,
    headers: { origin, cookie: person.cookie ?? '', ...headers },
  })
}

/** The last mail to an address, parsed by another library. */
export async function lastMailTo({ server }: MailApp, address: string) {
  const sent = server.mails.filter(({ to }) => to === address).at(-1)
  if (!sent) throw new Error(`No mail to ${address}`)
  return { ...sent, parsed: await simpleParser(sent.raw) }
}
