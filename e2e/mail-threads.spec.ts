import type { APIRequestContext, Page } from '@playwright/test'
import { startProduct } from '../test/product.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { test as base, expect, expectAccessible, expectNoOverflow, signIn } from './fixtures.ts'
import { toastWith } from './leads.ts'

// Mails wait ten seconds before they are sent.
base.setTimeout(120_000)

const token = 'token-of-the-mail-threads'
const headers = { 'sec-fetch-site': 'same-origin' }

const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    await using server = await openSmtpStandIn()
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'site@n.test', MAIL_TO: 'staff@n.test' }
    await using product = await startProduct({ environment: { ...mail, MAIL_IN_TOKEN: token } })
    await use(product.url)
  },
})

let mails = 0

async function comeIn(
  request: APIRequestContext,
  from: string,
  subject: string,
  ...more: string[]
) {
  mails += 1
  const lines = [
    ...[`From: ${from}`, 'To: site@n.test', `Subject: ${subject}`],
    ...[`Message-ID: <${mails}@visitor.test>`, ...more, '', 'When can you begin?', ''],
  ]
  const posted = await request.post('/api/mail/in', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    data: Buffer.from(lines.join('\r\n')),
  })
  expect(posted.status()).toBe(202)
}

async function newClient(page: Page, name: string, email: string): Promise<string> {
  const made = await page.request.post('/api/admin/clients', { data: { name, email }, headers })
  const { id } = (await made.json()) as { id: string }
  const project = { title: `Slips of ${name}` }
  await page.request.post(`/api/admin/clients/${id}/projects`, { data: project, headers })
  return id
}

const pane = (page: Page) => page.locator('.inbox-one')
const owner = (page: Page) => page.getByRole('region', { name: 'Conversation belongs to' })

test('a suspect mail is read in the inbox, taken out of suspicion and linked to a project', async ({
  page,
  request,
}) => {
  await comeIn(request, 'Bea Tarn <bea@tarn.test>', 'Cheap slips', 'X-Spam-Flag: YES')
  await signIn(page, '/admin/mail')
  const id = await newClient(page, 'Tarn Ltd', 'bea@tarn.test')
  await page.getByRole('link', { name: 'Cheap slips' }).click()
  await expect(pane(page).getByRole('heading', { name: 'Bea Tarn' })).toBeVisible()
  await expect(pane(page)).toContainText('Marked as spam by your mail server')
  await expect(pane(page)).toContainText('When can you begin?')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(owner(page)).toBeVisible()
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await owner(page).getByRole('button', { name: 'Not suspect' }).click()
  await expect(toastWith(page, 'Not suspect. It waits for an answer')).toBeVisible()
  await expect(pane(page).getByRole('button', { name: 'Take' })).toBeVisible()

  await owner(page).getByRole('button', { name: 'Link to a client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose conversation is this?' })
  // Those with the sender's address are offered first.
  await expect(dialog.getByRole('option', { name: /^Tarn Ltd.*Client$/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox').fill('nobody at all')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await dialog.getByRole('combobox').fill('Tarn')
  await dialog.getByRole('option', { name: /Slips of Tarn Ltd/ }).click()
  await expect(toastWith(page, 'Linked to Slips of Tarn Ltd')).toBeVisible()
  await expect(owner(page)).toContainText('Linked to Tarn Ltd, Slips of Tarn Ltd')
  await owner(page).getByRole('link', { name: 'Tarn Ltd' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/clients/${id}`))
  const section = page.getByRole('region', { name: 'Mail' })
  await expect(section.getByRole('button', { name: 'Cheap slips' })).toBeVisible()
})

test('a conversation becomes a request’s, and a link can be removed', async ({ page, request }) => {
  const lead = { name: 'Cleo Ask', email: 'cleo@ask.test', message: 'A question' }
  expect((await request.post('/api/contact', { data: lead })).status()).toBe(201)
  await comeIn(request, 'Cleo Ask <cleo@ask.test>', 'My question')
  await signIn(page, '/admin/inbox')
  await newClient(page, 'Cleo Ask', 'cleo@ask.test')
  await page.getByRole('link', { name: /My question/ }).click()
  await owner(page).getByRole('button', { name: 'Link to a client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('option', { name: /Client$/ }).click()
  await expect(owner(page)).toContainText('Linked to Cleo Ask')
  await owner(page).getByRole('button', { name: 'Remove the link' }).click()
  await expect(owner(page)).toContainText('Linked to nobody yet')
  await owner(page).getByRole('button', { name: 'Link to a client' }).click()
  await dialog.getByRole('option', { name: /Request R-/ }).click()
  await expect(page).toHaveURL(/lead=/)
  await expect(pane(page)).toContainText(/Inquiry R-/)
  await expect(pane(page)).toContainText('When can you begin?')
})

test('the first mail to a client, cancelled, is back where it was begun', async ({ page }) => {
  await signIn(page)
  const id = await newClient(page, 'Dora Aft', 'dora@aft.test')
  await page.goto(`/admin/clients/${id}`)
  const section = page.getByRole('region', { name: 'Mail' })
  const begin = section.getByRole('button', { name: 'Write an e-mail' })
  await begin.click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Message' })
  await dialog.getByLabel('Subject').fill('Our plan')
  await text.fill('It begins on Monday.')
  await text.press('Control+Enter')
  await expect(toastWith(page, 'Sends in 10 seconds')).toBeVisible()
  await section.getByRole('button', { name: 'Our plan' }).click()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(text).toHaveValue('It begins on Monday.')
  await expect(text).toBeFocused()
  await expect(dialog.getByLabel('Subject')).toHaveValue('Our plan')
  await page.keyboard.press('Escape')
  await expect(section.getByRole('button', { name: 'Our plan' })).toHaveCount(0)
  await begin.click()
  await expect(text).toHaveValue('It begins on Monday.')
  // The same by Undo, after the dialog has closed.
  await text.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toastWith(page, 'Not sent')).toBeVisible()
  await begin.click()
  await expect(text).toHaveValue('It begins on Monday.')
  await expect(dialog.getByLabel('Subject')).toHaveValue('Our plan')
})
