import type { Page } from '@playwright/test'
import { pages } from '#features/content/pages/contract.ts'
import { previews } from '#features/content/previews/contract.ts'
import { ownerOf } from '#test/harness/site-owner.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  takenOver,
  test,
} from './fixtures.ts'

const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
const refusal = 'Preview: nothing is sent.'

/** Expects a notice that does not look like a failure. */
async function expectRefused(page: Page): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: refusal })
  await expect(toast).toBeVisible()
  await expect(toast).not.toHaveClass(/toast-destructive/)
  await expect(page.getByText(/^Error sending/)).toHaveCount(0)
}

async function fillContactForm(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel(/^Name/).fill('Ada Preview')
  await form.getByLabel(/^Email/).fill('ada@preview.example')
  await form.getByLabel(/^Message/).fill('Four thousand slips a week.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expectRefused(page)
  await expect(form.getByLabel(/^Message/)).toHaveValue('Four thousand slips a week.')
}

test('a note is previewed by a link: one stays inside, nothing is sent, and revoked it ends', async ({
  page,
  quiet,
  product: { url },
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const owner = await ownerOf({ url }, url)
  const title = `Previewed ${Date.now()}`
  const note = await owner.call(pages.create, { kind: 'note', title, body: 'Draft words.' })
  const { id, url: link } = await owner.call(previews.create, { pageId: note.id })
  expect(link).toMatch(new RegExp(`^${url}/preview/[\\w-]{43}/notes/previewed-\\d+$`))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  page.on('websocket', (socket) => sent.push(socket.url()))
  const base = link.replace(/\/notes\/.*/, '')
  await page.goto(link)
  await takenOver(page)
  await expect(bar(page)).toContainText('Preview of unpublished changes.')
  await expect(page.getByText('Draft words.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await page.getByRole('main').getByRole('link', { name: 'Notes', exact: true }).click()
  await expect(page).toHaveURL(`${base}/notes`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  await expect(page).toHaveURL(`${base}#services`)
  await page.getByRole('link', { name: 'Document Processing' }).first().click()
  await expect(page).toHaveURL(`${base}/services/document-processing`)
  // The previous page has the same form, so this waits for the heading.
  await expect(page.getByRole('heading', { level: 1, name: 'Document Processing' })).toBeVisible()
  await expect(bar(page)).toBeVisible()
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)

  await fillContactForm(page)
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByText(refusal, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Consultation' }).click()
  const consultation = page.getByRole('dialog', { name: 'Request Free Consultation' })
  await consultation.getByLabel(/^Company/).fill('Northfold')
  await consultation.getByLabel(/^Project description/).fill('Slips.')
  await consultation.getByRole('button', { name: /^Send/ }).click()
  await expectRefused(page)
  await expect(consultation.getByLabel(/^Project description/)).toHaveValue('Slips.')
  expect(sent).toEqual([])

  // The preview is revoked while it is open.
  await page.goto(link)
  await owner.call(previews.remove, { id })
  await page.getByRole('main').getByRole('link', { name: 'Notes', exact: true }).click()
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect((await page.request.get(link)).status()).toBe(404)
  expectRefusals(quiet, 404)
})
