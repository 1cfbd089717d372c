import type { Page } from '@playwright/test'
import { startProduct } from '#test/harness/product.ts'
import { openSmtpStandIn, type SmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { test as base, expect } from './fixtures.ts'

// Mails wait ten seconds before they are sent.
base.setTimeout(120_000)

const token = 'a-token-for-mail-that-comes-in'
export const replyTo = 'reply@in.n.test'

/** A product behind a proxy that sends and receives mail. */
export const test = base.extend<object, { server: SmtpStandIn }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using server = await openSmtpStandIn()
      await use(server)
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ server }, use) => {
      const environment = {
        SMTP_URL: server.url,
        MAIL_FROM: 'site@n.test',
        MAIL_TO: 'staff@n.test',
        MAIL_REPLY_TO: replyTo,
        MAIL_IN_TOKEN: token,
        TRUST_PROXY: '127.0.0.1,::1',
      }
      await using product = await startProduct({ environment })
      await use(product)
    },
    { scope: 'worker' },
  ],
})

let leads = 0

/** Creates a lead with a new address. */
export async function newLead(page: Page, name: string): Promise<{ id: string; email: string }> {
  leads += 1
  const email = `lead-${leads}@visitor.test`
  const data = { name, email, company: 'Tarn Ltd', message: `A question, number ${leads}.` }
  const headers = { 'x-forwarded-for': `203.0.113.${leads}` }
  const answer = await page.request.post('/api/contact', { data, headers })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  return { id, email }
}

/** Delivers a mail as a mail server would. */
export async function mailComesIn(
  page: Page,
  raw: Buffer,
  envelope: { recipient?: string; sender?: string } = {},
): Promise<void> {
  const answer = await page.request.post('/api/mail/in', {
    params: envelope,
    data: raw,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
  })
  expect(answer.status()).toBe(202)
}

export const messageOf = (page: Page) =>
  page.getByRole('form', { name: 'Write an Email' }).getByRole('textbox', { name: 'Message' })
export const talkOf = (page: Page) => page.getByRole('region', { name: 'Conversation' })
export const entryWith = (page: Page, text: string) =>
  talkOf(page).getByRole('listitem').filter({ hasText: text })
/** Skips the ten seconds during which a mail can be taken back. */
export async function sendNow(page: Page, text: string): Promise<void> {
  const entry = entryWith(page, text)
  const button = entry.getByRole('button', { name: 'Send Now' })
  const accepted = entry.getByText(/^Accepted by the mail server/)
  // On a slow machine they may already have passed.
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 })
    await expect(accepted).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

export const mailsTo = (server: SmtpStandIn, to: string) =>
  server.mails.filter((mail) => mail.to === to).map(({ raw }) => raw.toString())

export async function openLead(page: Page, name: string): Promise<void> {
  await page.goto('/admin/inbox')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(messageOf(page)).toBeVisible()
}

/**
 * Replies with `text` to the open request.
 *
 * @returns the entry, and what is needed to deliver replies to and bounces of the sent mail.
 */
export async function answered(page: Page, server: SmtpStandIn, to: string, text: string) {
  await messageOf(page).fill(text)
  await messageOf(page).press('Control+Enter')
  await sendNow(page, text)
  const entry = entryWith(page, text)
  const sent = server.mails.find((mail) => mail.to === to && mail.raw.includes(text))
  const head = sent?.raw.toString().replace(/\r\n\s+/g, ' ') ?? ''
  const [messageId = ''] = /<[^>]+>/.exec(/^Message-ID:.*$/im.exec(head)?.[0] ?? '') ?? []
  const [threadAddress = ''] = /reply\+[^\s<>]+/.exec(head) ?? []
  return { entry, messageId, threadAddress, envelopeSender: sent?.from ?? '' }
}
