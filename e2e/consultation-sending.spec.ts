import {
  catchRequests,
  dialogOf,
  expectToast,
  fillRequired,
  number,
  openFromHeader,
  received,
  toasts,
} from './consultation-dialog.ts'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'
import { slowAsAPerson } from './users.ts'

test('every answer travels to the server and is found in the back-office', async ({
  page,
  quiet,
}) => {
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  await dialog.getByLabel(/^Phone/).fill('555-0101')
  await dialog.getByLabel(/^Job title/).fill('Head of billing')
  await dialog.getByLabel(/^Project type/).selectOption('process-automation')
  await dialog.getByLabel(/^Current challenges/).fill('Retyping')
  await dialog.getByLabel(/^Goals/).fill('Invoice the same day')
  await dialog.getByLabel('Document Processing').check()
  await dialog.getByLabel('Other', { exact: true }).check()
  await dialog.getByLabel(/^Timeline/).selectOption('1-3-months')
  await dialog.getByLabel(/^Budget/).selectOption('10k-25k')
  await dialog.getByLabel(/^Team size/).selectOption('51-200')
  await dialog.getByLabel('High').check()
  await dialog.getByLabel(/already use AI/).check()
  await dialog.getByLabel('By video call').check()
  await dialog.getByLabel(/^Additional notes/).fill('Mornings are best')
  await slowAsAPerson(page)
  const asked = page.waitForRequest('**/api/contact')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  const request = await asked
  const { message, filledInMs, ...rest } = request.postDataJSON()
  expect(rest).toEqual({
    name: 'Ada Okafor',
    email: 'ada@northfold.example',
    company: 'Northfold Logistics',
    service: 'consultation',
    website: '',
    consultationData: {
      phone: '555-0101',
      jobTitle: 'Head of billing',
      projectType: 'process-automation',
      projectDescription: 'Four thousand slips a week.',
      currentChallenges: 'Retyping',
      goals: 'Invoice the same day',
      timeline: '1-3-months',
      budget: '10k-25k',
      servicesInterested: ['Document Processing', 'Other'],
      hasExistingAI: true,
      teamSize: '51-200',
      urgency: 'high',
      preferredContactMethod: 'video',
      additionalNotes: 'Mornings are best',
    },
  })
  expect(message).toContain('Ada Okafor')
  expect(message).toContain('Northfold Logistics')
  expect(filledInMs).toBeGreaterThan(0)
  expect((await request.response())?.status()).toBe(201)
  await expect(received(page)).toBeVisible()

  await signIn(page)
  await page.getByRole('tab', { name: /Inquiries/ }).click()
  await expect(page.getByRole('region', { name: 'Inquiries' })).toContainText('Ada Okafor')
  expectRefusals(quiet)
})

test('after sending, the record stands in place of the form and Close starts afresh', async ({
  page,
}) => {
  await catchRequests(page)
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  await dialog.getByLabel('By phone').check()
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expectToast(
    page,
    'Consultation request sent!',
    "We'll contact you within 24 hours to schedule your consultation.",
  )
  const done = received(page)
  const title = done.getByRole('heading', { name: 'Consultation Request Received!', exact: true })
  await expect(title).toBeFocused()
  for (const text of [
    'Ada Okafor',
    'ada@northfold.example',
    'Four thousand slips a week.',
    'By phone',
    'within 24 hours',
    `Your request has the number ${number}.`,
  ]) {
    await expect(done).toContainText(text)
  }
  await expect(done).toContainText(/Reply by\s*\w{3}, \w{3} \d+, \d+:\d\d [AP]M your time/)
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Close' }).click()
  await expect(done).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Consultation' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel(/^Name/)).toHaveValue('')
})

test('an empty form says what is missing, by toast, by field and by a summary', async ({
  page,
}) => {
  const sent = await catchRequests(page)
  const dialog = await openFromHeader(page)
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expectToast(
    page,
    'Missing required fields',
    'Please fill in all required fields (marked with *).',
  )
  const summary = dialog.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  for (const label of [/^Name/, /^Email/, /^Company/, /^Project description/]) {
    const field = dialog.getByLabel(label)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/\w+/)
  }
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(4)
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter your company.' }).press('Enter')
  await expect(dialog.getByLabel(/^Company/)).toBeFocused()
  await page.keyboard.type('N')
  await expect(dialog.getByLabel(/^Company/)).not.toHaveAttribute('aria-invalid')
  await expect(dialog.getByLabel(/^Company/)).toBeFocused()
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(3)
  expect(sent).toEqual([])
})

test('closing while sending forgets the request, and says nothing more about it', async ({
  page,
  quiet,
}) => {
  await page.route('**/api/contact', () => {})
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  const failed = page.waitForEvent('requestfailed')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await failed
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialog.getByLabel(/^Name/)).toBeEnabled()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('')
  expect(quiet).toEqual([])
})
