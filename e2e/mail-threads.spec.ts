import type { APIRequestContext, Page } from '@playwright/test'
import type { RunningProduct } from '#test/harness/product.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoOverflow,
  signIn,
  startWithMail,
} from './fixtures.ts'
import { toastWith } from './leads.ts'

const token = 'token-of-the-mail-threads'
const headers = { 'sec-fetch-site': 'same-origin' }

const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startWithMail({ MAIL_IN_TOKEN: token })
      await use(product)
    },
    { scope: 'worker' },
  ],
})

// In one worker, because the product is these tests' own.
test.describe.configure({ mode: 'default' })

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
  await owner(page).getByRole('button', { name: 'Not Spam' }).click()
  await expect(toastWith(page, 'Marked as not spam. It’s waiting for a reply')).toBeVisible()
  await expect(pane(page).getByRole('button', { name: 'Take' })).toBeVisible()

  await owner(page).getByRole('button', { name: 'Link to a Client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Whose conversation is this?' })
  // Those with the sender's address are offered first.
  await expect(dialog.getByRole('option', { name: /^Tarn Ltd.*Client$/ })).toBeVisible()
  await dialog.getByRole('combobox').fill('nobody at all')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await dialog.getByRole('combobox').fill('x'.repeat(201))
  await expect(dialog.getByRole('alert')).toHaveText('Too long by 1 character; use at most 200')
  await dialog.getByRole('combobox').fill('Tarn')
  await dialog.getByRole('option', { name: /Slips of Tarn Ltd/ }).click()
  await expect(toastWith(page, 'Linked to Slips of Tarn Ltd')).toBeVisible()
  await expect(owner(page)).toContainText('Linked to Tarn Ltd, Slips of Tarn Ltd')
  await owner(page).getByRole('link', { name: 'Tarn Ltd' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/clients/${id}`))
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByRole('button', { name: 'Cheap slips' })).toBeVisible()
})

test('a conversation becomes a request’s, and a link can be removed', async ({ page, request }) => {
  const lead = { name: 'Cleo Ask', email: 'cleo@ask.test', message: 'A question' }
  expect((await request.post('/api/contact', { data: lead })).status()).toBe(201)
  await comeIn(request, 'Cleo Ask <cleo@ask.test>', 'My question')
  await signIn(page, '/admin/inbox')
  await newClient(page, 'Cleo Ask', 'cleo@ask.test')
  await page.getByRole('link', { name: /My question/ }).click()
  await owner(page).getByRole('button', { name: 'Link to a Client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('option', { name: /Client$/ }).click()
  await expect(owner(page)).toContainText('Linked to Cleo Ask')
  await owner(page).getByRole('button', { name: 'Remove the Link' }).click()
  await expect(owner(page)).toContainText('Not linked yet')
  await owner(page).getByRole('button', { name: 'Link to a Client' }).click()
  await dialog.getByRole('option', { name: /Request R-/ }).click()
  await expect(page).toHaveURL(/lead=/)
  await expect(pane(page)).toContainText(/Inquiry R-/)
  await expect(pane(page)).toContainText('When can you begin?')
})
