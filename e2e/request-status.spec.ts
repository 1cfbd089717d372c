import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  takenOver,
  test,
} from './fixtures.ts'

const headers = { 'sec-fetch-site': 'same-origin' }

async function write(page: Page, message: string): Promise<{ path: string; number: string }> {
  const about = { name: 'Ada Okafor', email: 'ada@northfold.example', company: 'Northfold' }
  const data = { ...about, service: 'document-processing', message }
  const answer = await page.request.post('/api/contact', { data, headers })
  const { requestUrl, number } = (await answer.json()) as { requestUrl: string; number: string }
  return { path: new URL(requestUrl).pathname, number }
}

test.use({ timezoneId: 'Europe/Berlin' })

test('the sender of a request follows it, adds to it and withdraws it', async ({ page, quiet }) => {
  const { path, number } = await write(page, '4,000 slips')
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(200)
  await takenOver(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your counterfoil')
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  const due = page.getByRole('listitem').filter({ hasText: 'Answer due' })
  await expect(due).toContainText('Pacific')
  await expect(due).toContainText('your time')
  await expect(page.getByText('a…@northfold.example').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind Us' })).toHaveCount(0)

  const detail = page.getByLabel('What should we know?')
  await page.getByRole('button', { name: 'Add a Detail' }).click()
  await expect(detail).toHaveAccessibleDescription(/Write what you want to add\./)
  expectRefusals(quiet, 400)
  await detail.fill('Half of them are\nhandwritten.')
  await page.getByRole('button', { name: 'Add a Detail' }).click()
  await expect(page.getByRole('heading', { name: 'The detail you added' })).toBeVisible()
  await expect(page.getByText('Half of them are')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Half of them are')).toHaveCount(1)

  await page.getByText('This Was Not Me').first().click()
  await page.getByRole('button', { name: 'This Was Not Me' }).click()
  await expect(page.getByText('You said that this was not you.')).toBeVisible()

  const sure = page.getByRole('button', { name: 'Yes, Withdraw It' })
  await expect(sure).toBeHidden()
  await page.getByText('Withdraw this request').click()
  await sure.click()
  await expect(page.getByText('You withdrew this request.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a Detail' })).toHaveCount(0)
})

test('the page is accessible and fits, has no chat, and leaves without its address', async ({
  page,
}) => {
  const { path } = await write(page, `Long${'word'.repeat(60)}`)
  await page.goto(path)
  await takenOver(page)
  await page.getByLabel('What should we know?').fill(`Long${'detail'.repeat(60)}`)
  await page.getByRole('button', { name: 'Add a Detail' }).click()
  await expect(page.getByRole('heading', { name: 'The detail you added' })).toBeVisible()
  for (const summary of ['Withdraw this request', 'This Was Not Me']) {
    await page.getByText(summary).first().click()
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoOverflow(page)
  await expect(page.getByRole('button', { name: /chat/i })).toHaveCount(0)
  await page.getByRole('link', { name: /home$/ }).first().click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => document.referrer)).toBe('')
})

test('both forms end with number and link, and the link leads to the page', async ({ page }) => {
  await page.goto('/#contact')
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel('Name').fill('Ada Link')
  await form.getByLabel('Email').fill('ada@northfold.example')
  await form.getByLabel('Message').fill('Where is it?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  const number = page.getByText(/^Your request has the number R-/)
  await expect(number).toBeVisible()
  const reference = /R-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await number.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('link', { name: 'See who reads it and when the answer is due' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your counterfoil')
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
})

test('staff see that the sender disputed a lead, and the details added', async ({ page }) => {
  const { path, number } = await write(page, 'Who wrote this?')
  const call = `/api${path}`
  await page.request.post(`${call}/details`, { data: { text: 'Call before noon' }, headers })
  await page.request.post(`${call}/not-me`, { data: {}, headers })
  await signIn(page, '/admin?tab=inquiries')
  await page.getByRole('searchbox').fill(number)
  const found = page.getByRole('link', { name: 'Ada Okafor' })
  await expect(found).toHaveCount(1)
  await found.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sender disputed.')
  await expect(dialog).toContainText('Call before noon')
})
