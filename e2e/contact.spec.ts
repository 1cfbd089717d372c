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

async function catchMessages(page: Page) {
  const sent: { body: Record<string, unknown>; key: string | undefined }[] = []
  await page.route('**/api/contact', (route) => {
    const request = route.request()
    sent.push({ body: request.postDataJSON(), key: request.headers()['idempotency-key'] })
    return route.fulfill({
      status: 201,
      json: { success: true, message: 'Thanks', id: 'x', number },
    })
  })
  return sent
}

test('a message is sent once however it is asked for, and its record takes the form’s place', async ({
  page,
}) => {
  await page.goto('/')
  const form = formOf(page)
  await fill(page)
  await form.getByLabel(/^Company/).fill('Northfold')
  await form.getByLabel(/^Service/).selectOption('workflow-automation')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) asked.push(request.postData() ?? '')
  })
  const answered = page.waitForResponse('**/api/contact')
  await form.getByRole('button', { name: 'Send Message' }).dblclick()
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

test('blank fields are named, nothing is sent, and the values stay', async ({ page }) => {
  const sent = await catchMessages(page)
  await page.goto('/')
  const form = formOf(page)
  await form.getByLabel(/^Company/).fill('Northfold')
  await form.getByLabel(/^Message/).fill('   ')
  await form.getByRole('button', { name: 'Send Message' }).click()
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
  await expect(form.getByLabel(/^Message/)).toBeFocused()
  await page.keyboard.type('Slips')
  await expect(form.getByLabel(/^Message/)).not.toHaveAttribute('aria-invalid')
  await expect(form.getByLabel(/^Message/)).toBeFocused()
  await expect(form.locator('[aria-invalid]')).toHaveCount(2)
  expect(sent).toEqual([])
})

test('Enter in a field sends, Enter in the message adds a line, Ctrl and Enter sends', async ({
  page,
}) => {
  const sent = await catchMessages(page)
  await page.goto('/')
  const form = formOf(page)
  await fill(page, 'One')
  await form.getByLabel(/^Message/).press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await expect(form.getByLabel(/^Message/)).toHaveValue('One\ntwo')
  expect(sent).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await fill(page)
  await form.getByLabel(/^Name/).press('Enter')
  await expect(page.getByRole('button', { name: 'Send Another Message' })).toBeVisible()
  expect(sent.map(({ body }) => body.message)).toEqual(['One\ntwo', 'Four thousand slips a week.'])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('a failed send keeps every value and its key, and can be tried again', async ({
  page,
  quiet,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/contact', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) return route.abort()
    if (keys.length === 2) {
      return route.fulfill({
        status: 429,
        json: { message: 'Too many.', code: 'too_many_requests' },
      })
    }
    return route.fulfill({ status: 201, json: { success: true, message: '', id: 'x', number } })
  })
  await page.goto('/')
  const form = formOf(page)
  await fill(page)
  const send = form.getByRole('button', { name: 'Send Message' })
  for (const sentence of ['Something went wrong. Please try again.', 'Too many.']) {
    await send.click()
    await expect(page.getByText('Error sending message', { exact: true })).toBeVisible()
    await expect(form.getByRole('alert')).toContainText(sentence)
    await expect(page.locator('.toast')).toContainText(sentence)
    await expect(form.getByLabel(/^Message/)).toHaveValue('Four thousand slips a week.')
    await expect(form.getByLabel(/^Message/)).toBeEnabled()
  }
  await send.click()
  await expect(page.getByRole('button', { name: 'Send Another Message' })).toBeVisible()
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes('ERR_FAILED')))
  expectRefusals(quiet, 429)
})

test('shows a field error of the server until that field is changed', async ({ page, quiet }) => {
  await page.route('**/api/contact', (route) =>
    route.fulfill({
      status: 400,
      json: {
        message: 'Valid email is required',
        code: 'invalid_input',
        fields: { email: 'Valid email is required' },
      },
    }),
  )
  await page.goto('/')
  const form = formOf(page)
  await fill(page)
  await form.getByRole('button', { name: 'Send Message' }).click()
  const email = form.getByLabel(/^Email/)
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Valid email is required')
  await form.getByLabel(/^Name/).fill('Ada')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@n.example')
  await expect(email).not.toHaveAttribute('aria-invalid')
  expectRefusals(quiet, 400)
})
