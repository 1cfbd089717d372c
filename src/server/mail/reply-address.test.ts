import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiries } from '#features/leads/contract.ts'
import { openSmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { openTestApp, origin } from '#test/harness/test-app.ts'
import { readConfig } from '../config.ts'
import { mailReplyAddresses, mailThreads } from '../database/schema.ts'
import { isOwnAddress } from '../mail-addresses.ts'
import { tokenHashOf } from './reply-address.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@n.test', MAIL_TO: 'ana@n.test' }
const intake = {
  IMAP_URL: 'imaps://desk%40n.test:se%2Fcret@imap.n.test/Mail%20in',
  MAIL_REPLY_TO: 'reply@in.n.test',
}

test('ways for mail to come in are read from the environment', () => {
  const read = (more: Record<string, string>) =>
    readConfig({ PUBLIC_URL: origin, ...mail, ...intake, ...more })
  expect(read({}).mail?.replyTo).toBe('reply@in.n.test')
  expect(read({}).intake?.imap).toEqual({
    host: 'imap.n.test',
    port: 993,
    isSecure: true,
    mustEncrypt: false,
    user: 'desk@n.test',
    password: 'se/cret',
    mailbox: 'Mail in',
  })
  const plain = (host: string) => read({ IMAP_URL: `imap://u:p@${host}` }).intake?.imap
  expect(plain('imap.n.test')).toMatchObject({ port: 143, mustEncrypt: true, mailbox: 'INBOX' })
  expect(plain('127.0.0.1')).toMatchObject({ isSecure: false, mustEncrypt: false })
  expect(readConfig(mail)).toMatchObject({ intake: undefined, mail: { replyTo: undefined } })
})

test.each([
  ['MAIL_REPLY_TO without a way in', { ...mail, MAIL_REPLY_TO: 'r@n.test' }, 'IMAP_URL or'],
  ['MAIL_REPLY_TO without mail', { MAIL_REPLY_TO: 'r@n.test' }, 'unset MAIL_REPLY_TO'],
  ['IMAP_URL without mail', { IMAP_URL: 'imaps://u:p@h.test' }, 'unset IMAP_URL'],
  ['MAIL_IN_TOKEN without mail', { MAIL_IN_TOKEN: 'x'.repeat(16) }, 'unset MAIL_IN_TOKEN'],
  ['a short token', { ...mail, MAIL_IN_TOKEN: 'x'.repeat(15) }, '16 to 200'],
  ['a mailbox without a password', { ...mail, IMAP_URL: 'imaps://u@h.test' }, 'imaps://user'],
  ['a tag in MAIL_REPLY_TO', { ...mail, ...intake, MAIL_REPLY_TO: 'r+x@n.test' }, 'without +'],
])('%s refuses the start with one line', (_, environment, words) => {
  const read = () => readConfig({ PUBLIC_URL: origin, ...environment })
  expect(read).toThrow(words)
  expect(read).not.toThrow('\n')
})

test('a mail in a thread names addresses that lead back to it; only hashes are stored', async () => {
  await using server = await openSmtpStandIn()
  const environment = { ...mail, ...intake, SMTP_URL: server.url }
  await using app = await openTestApp({ environment })
  await app.stranger().call(inquiries.create, {
    name: 'Ada',
    email: 'ada@northfold.test',
    message: 'Hello',
    filledInMs: 9000,
    service: 'document-processing',
  })
  await app.work()
  const sent = server.mails.find(({ to }) => to === 'ada@northfold.test')
  const raw = sent?.raw.toString() ?? ''
  const [, replyTo = ''] = /^Reply-To: <?([^<>\r\n]+)/m.exec(raw) ?? []
  expect(replyTo).toMatch(/^reply\+[a-z2-7]{26}@in\.n\.test$/)
  expect(sent?.from).toMatch(/^reply\+[a-z2-7]{26}@in\.n\.test$/)
  expect(sent?.from).not.toBe(replyTo)
  expect(raw).toContain('You can reply to this email to add something.')
  const [thread] = await app.db.select().from(mailThreads)
  for (const [address, ofMessage] of [
    [replyTo.toUpperCase(), false],
    [sent?.from ?? '', true],
  ] as const) {
    const hash = tokenHashOf(address)
    if (!hash) throw new Error(`no token in ${address}`)
    const [found] = await app.db
      .select()
      .from(mailReplyAddresses)
      .where(eq(mailReplyAddresses.tokenHash, hash))
    expect(found?.threadId).toBe(thread?.id)
    expect(found?.messageId !== null).toBe(ofMessage)
  }
  const staffMail = server.mails.find(({ to }) => to === 'ana@n.test')
  expect(staffMail?.from).toBe('desk@n.test')
})

test('addresses without a token of ours have none, and ours are known as our own', () => {
  for (const address of ['reply@in.n.test', 'reply+news@in.n.test', `a+${'a'.repeat(26)}+b@n.test`])
    expect(tokenHashOf(address)).toBeUndefined()
  const config = readConfig({ PUBLIC_URL: origin, ...mail, ...intake })
  for (const own of ['DESK@n.test', 'reply+abc@in.n.test', 'desk+x@n.test'])
    expect(isOwnAddress(config, own), own).toBe(true)
  expect(isOwnAddress(config, 'ada@n.test')).toBe(false)
})
