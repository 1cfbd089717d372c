import type { Page } from '@playwright/test'
import { pages } from '#features/content/pages/contract.ts'
import { previews } from '#features/content/previews/contract.ts'
import { ownerOf } from '#test/harness/site-owner.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  takenOver,
  test,
} from './fixtures.ts'

const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
const refusal = 'Preview: nothing is sent.'

async function fillContactForm(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel(/^Name/).fill('Ada Preview')
  await form.getByLabel(/^Email/).fill('ada@preview.example')
  await form.getByLabel(/^Message/).fill('Four thousand slips a week.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText(`${refusal} Your message is still here.`)).toBeVisible()
  await expect(form.getByLabel(/^Message/)).toHaveValue('Four thousand slips a week.')
}

test('a note is previewed by a link: one stays inside, nothing is sent, and revoked it ends', async ({
  page,
  browser,
  product: { url },
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const owner = await ownerOf({ url }, url)
  const title = `Previewed ${Date.now()}`
  const { id } = await owner.call(pages.create, { kind: 'note', title, body: 'Draft words.' })
  await signIn(page, `/admin/pages/${id}`)
  await page.getByRole('region', { name: 'State' }).getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview the note' })
  await expect(dialog.getByRole('heading', { name: 'Open links' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const link = await dialog.getByLabel('Preview link').inputValue()
  expect(link).toMatch(new RegExp(`^${url}/preview/[\\w-]{43}/notes/previewed-\\d+$`))
  await expect(dialog.getByRole('listitem').filter({ hasText: title })).toBeVisible()

  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const sent: string[] = []
  visitor.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  visitor.on('websocket', (socket) => sent.push(socket.url()))
  const hydrated = () =>
    visitor.addInitScript(() =>
      addEventListener('hydrated', () => Object.assign(window, { hydrated: true })),
    )
  await hydrated()
  const base = link.replace(/\/notes\/.*/, '')
  await visitor.goto(link)
  await takenOver(visitor)
  await expect(bar(visitor)).toContainText('Preview of unpublished changes.')
  await expect(visitor.getByText('Draft words.')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(visitor)
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.evaluate(() => Object.assign(window, { stays: true }))
  await visitor.getByRole('main').getByRole('link', { name: 'Notes', exact: true }).click()
  await expect(visitor).toHaveURL(`${base}/notes`)
  await expect(visitor.getByRole('link', { name: title })).toBeVisible()
  await visitor.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  await expect(visitor).toHaveURL(`${base}#services`)
  await visitor.getByRole('link', { name: 'Document Processing' }).first().click()
  await expect(visitor).toHaveURL(`${base}/services/document-processing`)
  await expect(bar(visitor)).toBeVisible()
  expect(await visitor.evaluate(() => 'stays' in window)).toBe(true)

  await fillContactForm(visitor)
  await visitor.getByRole('button', { name: 'Open chat' }).click()
  await expect(visitor.getByText(refusal, { exact: true })).toBeVisible()
  await visitor.getByRole('button', { name: 'Consultation' }).click()
  const consultation = visitor.getByRole('dialog', { name: 'Request Free Consultation' })
  await consultation.getByLabel(/^Company/).fill('Northfold')
  await consultation.getByLabel(/^Project description/).fill('Slips.')
  await consultation.getByRole('button', { name: /^Send/ }).click()
  await expect(consultation.getByText(refusal).first()).toBeVisible()
  expect(sent).toEqual([])

  await dialog
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await expect(page.getByText('Link revoked', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: title })).toHaveCount(0)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(bar(visitor)).toHaveCount(0)
  await visitor.context().close()
})

test('a link that ends while its page is open leads to the page of unknown addresses', async ({
  page,
  quiet,
  product: { url },
}) => {
  const owner = await ownerOf({ url }, url)
  const made = await owner.call(previews.create, {})
  await page.goto(made.url)
  await takenOver(page)
  await owner.call(previews.remove, { id: made.id })
  await page.getByRole('link', { name: 'Document Processing' }).first().click()
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  expectRefusals(quiet, 404)
})
