import type { Locator, Page } from '@playwright/test'
import { ownerPassword } from '#test/harness/product.ts'
import { expect, expectRefusals, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

type Stored = {
  number: string
  name: string
  service: string
  message: string
  consultationData: object | null
}

/** Checks the current viewport, without waiting. */
const isInSight = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Inquiries stored under a name, as staff see them. */
async function storedOf(page: Page, name: string): Promise<Stored[]> {
  await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: ownerPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const all = (await (await page.request.get('/api/contact/inquiries')).json()) as Stored[]
  return all.filter((one) => one.name === name)
}

test('a service page is complete; its contact form keeps what was typed, says what is wrong, and sends it once', async ({
  page,
  quiet,
}) => {
  const name = 'Ada Service'
  // On narrow screens the form is far below its section's heading.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services/data-analysis')
  for (const part of ['.journey ol > li', '.record-line', '#contact details']) {
    const all = await page.locator(part).all()
    expect(all.length, part).toBeGreaterThan(4)
    for (const one of all) await expect(one).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Run It Again' })).toBeHidden()
  await expect(page.locator('#contact')).toContainText('@')
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill('ada@')
  await form.getByLabel('Company').fill('Northfold')
  await form.getByRole('button', { name: 'Send Message' }).click()

  const summary = form.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeVisible()
  await page.waitForLoadState()
  expect(await isInSight(summary), 'without a ride through the page').toBe(true)
  await expect(summary.getByRole('link')).toHaveText([
    'Enter a complete email address, such as name@company.com.',
    'Write a message.',
  ])
  expectRefusals(quiet, 400)
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await expect(form.getByLabel('Email')).toHaveValue('ada@')
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter a complete email address, such as name@company.com.',
  )
  await expect(form.getByLabel('Company')).toHaveValue('Northfold')

  await form.getByLabel('Email').fill('ada@northfold.example')
  await form.getByLabel('Message').fill('First line.\nSecond line.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you. Your message has arrived.',
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you')
  const stored = await storedOf(page, name)
  expect(stored).toHaveLength(1)
  await expect(
    page.getByText(`Your request has the number ${stored[0]?.number}.`, { exact: true }),
  ).toBeVisible()
  expect(stored[0]?.message).toBe('First line.\nSecond line.')
  expect(stored[0]?.service).toBe('data-analysis')
})

test('the consultation form keeps every answer until it is complete, and sends it once', async ({
  page,
  quiet,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Consultation' }).first().click()
  await expect(page).toHaveURL(/\/consultation$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Free Consultation')
  await page.getByLabel('Name').fill('Ada Consultation')
  await page.getByLabel('Goals').fill('Fewer slips')
  await page.getByLabel('Data Analysis & Insights').check()
  await page.getByLabel('High').check()
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByRole('region', { name: 'Please check these fields' })).toContainText(
    'Describe the project.',
  )
  expectRefusals(quiet, 400)
  await expect(page.getByLabel('Goals')).toHaveValue('Fewer slips')
  await expect(page.getByLabel('Data Analysis & Insights')).toBeChecked()
  await expect(page.getByLabel('High')).toBeChecked()
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@northfold.example')
  await page.getByLabel('Company').fill('Northfold')
  await page.getByLabel('Project description').fill('Read the slips')
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultation Request Received!')
  const stored = await storedOf(page, 'Ada Consultation')
  expect(stored).toHaveLength(1)
  await expect(
    page.getByText(`Your request has the number ${stored[0]?.number}.`, { exact: true }),
  ).toBeVisible()
  expect(stored[0]?.consultationData).toMatchObject({
    goals: 'Fewer slips',
    servicesInterested: ['Data Analysis & Insights'],
    urgency: 'high',
  })
})

test('chat and back-office say that they need JavaScript, the chat names another way', async ({
  page,
}) => {
  const sentence = page.locator('noscript p')
  for (const path of ['/admin/clients', '/invitation', '/chat#token']) {
    await page.goto(path)
    await expect(sentence).toBeVisible()
    const isChat = path.startsWith('/chat')
    await expect(sentence).toHaveText(
      isChat ? 'The chat needs JavaScript. Use the contact form' : 'This page needs JavaScript.',
    )
    await expect(page.getByText('Loading')).toBeHidden()
  }
  await sentence.locator('a').click()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible()
})
