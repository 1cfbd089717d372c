import { type APIRequestContext, mergeTests, type Page } from '@playwright/test'
import { ownerPassword } from '#test/harness/product.ts'
import type { SmtpStandIn } from '#test/harness/smtp-stand-in.ts'
import { test as chatTest, logOf, panelOf, sendMessage, startChat } from './chat.ts'
import { expect, expectAccessible, expectRefusals } from './fixtures.ts'
import { mailsTo, test as mailTest } from './mail.ts'

const test = mergeTests(chatTest, mailTest)

const identityOf = (page: Page) => page.evaluate(() => localStorage['chat-visitor'] ?? '')

/** Writes to the visitor of a chat as staff. @returns the link in that mail. */
async function mailLink(
  staff: APIRequestContext,
  server: SmtpStandIn,
  visitor: Page,
  baseURL: string | undefined,
  to: string,
) {
  const headers = { origin: baseURL ?? '' }
  const owner = { username: 'admin', password: ownerPassword }
  await staff.post('/api/auth/login', { data: owner, headers })
  const { sessionId } = JSON.parse(await identityOf(visitor)) as { sessionId: string }
  const subject = { chatSessionId: sessionId, subject: 'Your chat' }
  const written = await staff.post('/api/admin/mail/threads', {
    data: { ...subject, text: 'Go on here: {link}', seenId: null },
    headers,
  })
  const { id } = (await written.json()) as { id: string }
  await staff.post(`/api/admin/mail/messages/${id}/send-now`, { data: {}, headers })
  const link = () => /Go on here: (\S+)/.exec(plain(mailsTo(server, to).join('\n')))?.[1] ?? ''
  await expect.poll(link).toMatch(/\/chat#[\w-]{43}$/)
  return link()
}

/** Decodes quoted-printable as far as addresses need it. */
const plain = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

const continueOn = (page: Page) => page.getByRole('button', { name: 'Continue the Chat' })

test('a chat goes on in another browser by the link in a mail, once somebody asks for it; in another chat it asks before it switches, and sends nothing to the wrong one', async ({
  page,
  request,
  open,
  server,
  baseURL,
}) => {
  await page.goto('/legal/privacy')
  await startChat(page, 'Ada Desk')
  await sendMessage(page, 'Hello from the desk')
  const link = await mailLink(request, server, page, baseURL, 'ada.desk@tarn.example')

  const phone = await open({ viewport: { width: 390, height: 800 } })
  const called: string[] = []
  phone.on('request', (request) => called.push(request.url()))
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/^Your chat with /)
  await expect(continueOn(phone)).toBeVisible()
  expect(await identityOf(phone), 'nothing is opened for a program that looks').toBe('')
  const token = link.slice(link.indexOf('#') + 1)
  expect(called.join()).not.toContain(token)
  await expect(phone.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(phone.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')

  await continueOn(phone).press('Enter')
  await expect(phone).toHaveURL(/:\d+\/$/)
  await expect(logOf(phone).getByText('Hello from the desk')).toBeVisible()
  await expect(panelOf(phone).locator(':focus')).toHaveCount(1)
  expect(await identityOf(phone)).not.toContain(token)
  await sendMessage(phone, 'And on from the phone')
  await expect(logOf(page).getByText('And on from the phone')).toBeVisible()
  await sendMessage(page, 'Both are here')
  await expect(logOf(phone).getByText('Both are here')).toBeVisible()

  const before = await identityOf(page)
  await page.goto(link)
  await continueOn(page).click()
  await expect(logOf(page).getByText('Both are here')).toBeVisible()
  expect(await identityOf(page), 'who is in keeps the secret').toBe(before)

  await phone.evaluate(() => localStorage.clear())
  await phone.setViewportSize({ width: 1280, height: 800 })
  await phone.goto('/legal/privacy')
  await startChat(phone, 'Bea Other')
  await sendMessage(phone, 'About forms')
  await expect(logOf(phone).getByText('About forms')).toBeVisible()
  const other = await identityOf(phone)
  const choice = phone.getByRole('heading', { name: 'Another chat is open in this browser' })
  await phone.goto(link)
  await continueOn(phone).click()
  await expect(choice).toBeFocused()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Keep the Other One' }).click()
  await expect(logOf(phone).getByText('About forms')).toBeVisible()
  expect(await identityOf(phone)).toBe(other)

  await phone.goto(link)
  await continueOn(phone).click()
  await phone.getByRole('button', { name: 'Switch to This Chat' }).click()
  await expect(logOf(phone).getByText('Both are here')).toBeVisible()
  await sendMessage(phone, 'Switched over')
  await expect(logOf(page).getByText('Switched over')).toBeVisible()
  for (const one of [page, phone]) await expect(logOf(one).getByText('About forms')).toHaveCount(0)
})

test('a link that opens nothing says so', async ({ page, quiet }) => {
  await page.goto('/chat#unknown')
  await continueOn(page).click()
  const invalid = page.getByRole('heading', { name: 'This link is not valid any more' })
  await expect(invalid).toBeFocused()
  expectRefusals(quiet, 404)
  await page.goto('/chat')
  await expect(invalid).toBeVisible()
})
