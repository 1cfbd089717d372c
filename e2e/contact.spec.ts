import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from './fixtures.ts'

const formOf = (page: Page) => page.getByRole('form', { name: 'Tell us about one process' })
const number = 'R-7K2M-Q4VD'

async function fill(page: Page, message = 'Four thousand slips a week.') {
  const form = formOf(page)
  await form.getByLabel(/^Name/).fill('Ada Okafor')
  await form.getByLabel(/^Email/).fill('  ada@northfold.example ')
  await form.getByLabel(/^Message/).fill(message)
}

test('a message is sent once, and its record takes the form’s place', async ({ page }) => {
  await page.goto('/')
  const form = formOf(page)
  await fill(page)
  await form.getByLabel(/^Company/).fill('Northfold')
  await form.getByLabel(/^Service/).selectOption('workflow-automation')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/contact') asked.push(request.postData() ?? '')
    // Sending a form reads nothing of the page again.
    expect(pathname).not.toMatch(/\.data$/)
  })
  const answered = page.waitForResponse('**/api/contact')
  await form.getByRole('button', { name: 'Send Message' }).click()
  const answer = await answered
  expect(answer.status()).toBe(201)
  const stored = (await answer.json()) as { number: string }
  const thanks = page.getByRole('heading', { name: /^Thank you, Ada Okafor/ })
  await expect(thanks).toBeFocused()
  await expect(page.getByText('Message sent successfully!', { exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
  const { filledInMs, ...body } = JSON.parse(asked[0] ?? '{}')
  expect(body).toEqual({
    name: 'Ada Okafor',
    email: 'ada@northfold.example',
    company: 'Northfold',
    service: 'workflow-automation',
    message: 'Four thousand slips a week.',
    website: '',
  })
  expect(filledInMs).toBeGreaterThan(0)
  const section = page.locator('#contact')
  await expect(section).toContainText(/Reply by\s*\w{3}, \w{3} \d+, \d+:\d\d [AP]M your time/)
  await expect(section).toContainText('to ada@northfold.example')
  await expect(section).toContainText(`Your request has the number ${stored.number}.`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send Another Message' }).press('Enter')
  await expect(form.getByLabel(/^Name/)).toBeFocused()
  for (const label of [/^Name/, /^Email/, /^Company/, /^Service/, /^Message/]) {
    await expect(form.getByLabel(label)).toHaveValue('')
  }
})

test('what is wrong is named and nothing is lost until a send succeeds, by click, Enter or Ctrl and Enter', async ({
  page,
  quiet,
}) => {
  const fields = { email: 'Valid email is required' }
  const refused = { message: 'Valid email is required', code: 'invalid_input', fields }
  const sent: { message: string; key: string | undefined }[] = []
  await page.route('**/api/contact', (route) => {
    const request = route.request()
    sent.push({
      message: request.postDataJSON().message,
      key: request.headers()['idempotency-key'],
    })
    if (sent.length === 1) return route.fulfill({ status: 400, json: refused })
    if (sent.length === 2) return route.abort()
    if (sent.length === 3) {
      const json = { message: 'Too many.', code: 'too_many_requests' }
      return route.fulfill({ status: 429, json })
    }
    return route.fulfill({ status: 201, json: { success: true, message: '', id: 'x', number } })
  })
  await page.goto('/')
  const form = formOf(page)
  const [email, message] = [form.getByLabel(/^Email/), form.getByLabel(/^Message/)]
  const send = form.getByRole('button', { name: 'Send Message' })
  await form.getByLabel(/^Company/).fill('Northfold')
  await message.fill('   ')
  await send.click()
  await expect(page.getByText('Missing required fields', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Please fill in your name, email, and message.', { exact: true }),
  ).toBeVisible()
  const summary = form.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  for (const label of [/^Name/, /^Email/, /^Message/]) {
    await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/\w+/)
  }
  await expect(form.getByLabel(/^Company/)).toHaveValue('Northfold')
  await summary.getByRole('link', { name: 'Write a message.' }).press('Enter')
  await expect(message).toBeFocused()
  await page.keyboard.type('Slips')
  await expect(message).not.toHaveAttribute('aria-invalid')
  await expect(message).toBeFocused()
  await expect(form.locator('[aria-invalid]')).toHaveCount(2)
  expect(sent).toEqual([])

  await fill(page)
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Valid email is required')
  await form.getByLabel(/^Name/).fill('Ada')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@n.example')
  await expect(email).not.toHaveAttribute('aria-invalid')

  for (const sentence of ['Something went wrong. Please try again.', 'Too many.']) {
    await send.click()
    await expect(page.getByText('Error sending message', { exact: true })).toBeVisible()
    await expect(form.getByRole('alert')).toContainText(sentence)
    await expect(page.locator('.toast').filter({ hasText: sentence })).toBeVisible()
    await expect(message).toHaveValue('Four thousand slips a week.')
    await expect(message).toBeEnabled()
  }
  await message.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await expect(message).toHaveValue('Four thousand slips a week.\ntwo')
  expect(sent).toHaveLength(3)
  await message.fill('Four thousand slips a week.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await fill(page, 'Next')
  await form.getByLabel(/^Name/).press('Enter')
  await expect(page.getByRole('button', { name: 'Send Another Message' })).toBeVisible()
  const [, failed, late, done, next] = sent
  expect([failed, late, done].map((one) => one?.key)).toEqual(Array(3).fill(failed?.key))
  expect(next).toMatchObject({ message: 'Next' })
  expect(next?.key).not.toBe(done?.key)
  expect(sent).toHaveLength(5)
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes('ERR_FAILED')))
  expectRefusals(quiet, 400)
  expectRefusals(quiet, 429)
})
