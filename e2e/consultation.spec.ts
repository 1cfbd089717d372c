import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Request Free Consultation' })
const received = (page: Page) =>
  page.getByRole('dialog', { name: 'Consultation Request Received!' })
const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

async function openFromHeader(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

async function fillRequired(dialog: Locator, name = 'Ada Okafor') {
  await dialog.getByLabel(/^Name/).fill(name)
  await dialog.getByLabel(/^Email/).fill('  ada@northfold.example ')
  await dialog.getByLabel(/^Company/).fill('Northfold Logistics')
  await dialog.getByLabel(/^Project description/).fill('Four thousand slips a week.')
}

/** Answers every request with success, and keeps what was sent. */
async function catchRequests(page: Page) {
  const sent: { body: Record<string, unknown>; key: string | undefined }[] = []
  await page.route('**/api/contact', (route) => {
    const request = route.request()
    sent.push({ body: request.postDataJSON(), key: request.headers()['idempotency-key'] })
    return route.fulfill({ status: 201, json: { success: true, message: 'Thanks', id: 'x' } })
  })
  return sent
}

async function expectToast(page: Page, title: string, description: string) {
  const toast = page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  // Beside an open modal it must still be there for assistive technology.
  await expect(page.locator('[aria-hidden="true"] .toast')).toHaveCount(0)
}

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

  await signIn(page, quiet)
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
  ]) {
    await expect(done).toContainText(text)
  }
  await expect(done).toContainText(/Reply by\s*\w{3}, \w{3} \d+, \d+:\d\d [AP]M your time/)
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectAccessible(page)
  await page.setViewportSize(wide)
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
  await expectAccessible(page)
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
  await page.setViewportSize(narrow)
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter your company.' }).press('Enter')
  await expect(dialog.getByLabel(/^Company/)).toBeFocused()
  await page.keyboard.type('N')
  await expect(dialog.getByLabel(/^Company/)).not.toHaveAttribute('aria-invalid')
  await expect(dialog.getByLabel(/^Company/)).toBeFocused()
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(3)
  expect(sent).toEqual([])
})

test('one missing answer takes the focus, blanks alone are missing, a bad address is named', async ({
  page,
}) => {
  const sent = await catchRequests(page)
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  await dialog.getByLabel(/^Project description/).fill('   ')
  await dialog.getByLabel(/^Name/).press('Enter')
  await expect(dialog.getByLabel(/^Project description/)).toBeFocused()
  await expect(dialog.getByRole('region', { name: 'Please check' })).toHaveCount(0)
  await expect(page.getByText('Missing required fields', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/^Project description/).fill('Slips')
  await dialog.getByLabel(/^Email/).fill('ada@northfold')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(dialog.getByLabel(/^Email/)).toBeFocused()
  await expect(dialog.getByLabel(/^Email/)).toHaveAccessibleDescription(/complete email address/)
  await expect(page.getByText('Missing required fields', { exact: true })).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a refused request keeps every value and its key, says why, and can be sent again', async ({
  page,
  quiet,
}) => {
  const keys: (string | undefined)[] = []
  const answers = [
    { status: 503, json: { message: 'The database is resting.', code: 'unavailable' } },
    { status: 500, body: '' },
  ]
  await page.route('**/api/contact', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = answers.shift()
    return answer
      ? route.fulfill(answer)
      : route.fulfill({ status: 201, json: { success: true, message: '', id: 'x' } })
  })
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  const send = dialog.getByRole('button', { name: 'Send Request' })
  await send.click()
  await expectToast(page, 'Error sending consultation request', 'The database is resting.')
  await expect(dialog.getByRole('alert')).toContainText('The database is resting.')
  await expect(dialog.getByLabel(/^Project description/)).toHaveValue('Four thousand slips a week.')
  await expect(dialog.getByLabel(/^Project description/)).toBeEnabled()
  await expect(send).toBeFocused()
  await expectAccessible(page)
  await send.click()
  const otherwise = 'Something went wrong. Please try again.'
  await expectToast(page, 'Error sending consultation request', otherwise)
  await expect(dialog.getByRole('alert')).toContainText(otherwise)
  await send.click()
  await expect(received(page)).toBeVisible()
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^\w{16,}$/)
  expect(new Set(keys).size).toBe(1)
  expectRefusals(quiet, 503)
  expectRefusals(quiet, 500)
})

test('what the server refuses by name stands at its field, which takes the focus', async ({
  page,
  quiet,
}) => {
  const fields = { 'consultationData.phone': 'Use at most 50 characters' }
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 400, json: { message: 'No', code: 'invalid_input', fields } }),
  )
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await expect(dialog.getByLabel(/^Phone/)).toBeFocused()
  await expect(dialog.getByLabel(/^Phone/)).toHaveAccessibleDescription(
    fields['consultationData.phone'],
  )
  expectRefusals(quiet, 400)
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
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(dialog.getByLabel(/^Name/)).toBeEnabled()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('')
  expect(quiet).toEqual([])
})

test('while sending, the fields rest and a second click sends nothing', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let count = 0
  await page.route('**/api/contact', async (route) => {
    count += 1
    await held
    await route.fulfill({ status: 201, json: { success: true, message: '', id: 'x' } })
  })
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  await dialog.getByRole('button', { name: 'Send Request' }).dblclick()
  const sending = dialog.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeFocused()
  await expect(dialog.getByLabel(/^Name/)).toBeDisabled()
  await expect(dialog.getByLabel('By email')).toBeDisabled()
  await page.keyboard.press('Enter')
  release()
  await expect(received(page)).toBeVisible()
  expect(count).toBe(1)
})

test('Escape asks before it throws answers away; Cancel and Close do not', async ({ page }) => {
  const dialog = await openFromHeader(page)
  const opener = page.getByRole('button', { name: 'Consultation' })
  await dialog.getByLabel(/^Goals/).fill('Fewer slips')
  await dialog.getByLabel('By phone').check()
  await page.mouse.click(20, 450)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard your answers?')).toBeVisible()
  const keep = dialog.getByRole('button', { name: 'Keep editing' })
  await expect(keep).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectAccessible(page)
  await page.setViewportSize(wide)
  await keep.press('Enter')
  await expect(dialog.getByLabel(/^Goals/)).toHaveValue('Fewer slips')
  await expect(dialog.getByLabel('By phone')).toBeChecked()

  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  for (const way of ['Cancel', 'Close']) {
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.press('Space')
    await expect(dialog.getByLabel(/^Goals/)).toHaveValue('')
    await expect(dialog.getByLabel('By email')).toBeChecked()
    await dialog.getByLabel(/^Goals/).fill('Fewer slips')
    await dialog.getByRole('button', { name: way, exact: true }).click()
  }
  await expect(dialog).toHaveCount(0)
  await opener.click()
  await expect(dialog.getByLabel(/^Goals/)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the keyboard alone goes round inside, and the page behind is out of reach', async ({
  page,
}) => {
  const dialog = await openFromHeader(page)
  await expect(dialog.getByRole('heading', { name: 'Request Free Consultation' })).toBeFocused()
  await expect(page.getByRole('main')).toHaveCount(0)
  const visited = new Set<string>()
  for (let step = 0; step < 50; step += 1) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const element = document.activeElement
      const inside = element?.closest('[role="dialog"]') !== null
      return inside ? element?.getAttribute('name') || element?.textContent || 'X' : 'outside'
    })
    visited.add(place)
  }
  expect(visited).not.toContain('outside')
  for (const name of ['name', 'phone', 'projectType', 'urgency', 'additionalNotes', 'Cancel']) {
    expect(visited).toContain(name)
  }
  expect(visited).not.toContain('website')
  await dialog.getByLabel(/^Goals/).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Missing required fields', { exact: true })).toBeVisible()
})

test('the rail leads to each group, marks the current one and ticks what is answered', async ({
  page,
}) => {
  const dialog = await openFromHeader(page)
  const rail = dialog.getByRole('navigation', { name: 'Groups of questions' })
  const current = rail.locator('[aria-current]')
  await expect(current).toHaveText('Enough to reply')
  await expect(dialog.getByText('4 required, 13 optional')).toBeVisible()
  await expect(
    dialog.getByText('These four are all we need. Anything below helps us prepare.'),
  ).toBeVisible()
  for (const legend of ['About you', 'The process today', 'Scope', 'How we reply']) {
    await rail.getByRole('link', { name: legend }).click()
    await expect(dialog.getByRole('group', { name: legend })).toBeInViewport()
    await expect(current).toHaveText(legend)
  }
  await expect(rail.getByText('answered')).toHaveCount(0)
  await dialog.getByLabel(/^Budget/).selectOption('not-sure')
  await expect(rail.getByRole('link', { name: /Scope/ })).toHaveAccessibleName('Scope answered')
  await dialog.getByLabel(/^Name/).fill('Ada')
  await expect(rail.getByRole('link', { name: /Enough/ })).toHaveAccessibleName(/1 of 4 answered/)
  await page.setViewportSize(narrow)
  await expect(rail).toBeHidden()
  await dialog.getByLabel(/^Phone/).focus()
  await expect(dialog.getByText('Group 2 of 5: About you')).toBeVisible()
  const box = await dialog.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, ...narrow })
  await page.setViewportSize({ width: 320, height: 640 })
  const form = dialog.locator('form')
  expect(await form.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('every control has a label, marked as required or optional, and the right autocomplete', async ({
  page,
}) => {
  const dialog = await openFromHeader(page)
  const controls = dialog.locator('form :is(input:not([name="website"]), select, textarea)')
  const names = await controls.evaluateAll((all) => [
    ...new Set(all.map((one) => one.getAttribute('name'))),
  ])
  expect(names).toHaveLength(17)
  for (const control of await controls.all()) {
    await expect(control).toHaveAccessibleName(/\w/)
  }
  await expect(dialog.locator('form :is(input, textarea, select)[required]')).toHaveCount(4)
  await expect(dialog.getByText('(optional)')).toHaveCount(12)
  const tokens = { Name: 'name', Email: 'email', Phone: 'tel', Company: 'organization' }
  for (const [label, token] of Object.entries({ ...tokens, 'Job title': 'organization-title' })) {
    await expect(dialog.getByLabel(new RegExp(`^${label}`))).toHaveAttribute('autocomplete', token)
  }
  await expect(dialog.getByLabel(/^Email/)).toHaveAttribute('type', 'email')
  await expect(dialog.getByLabel(/^Phone/)).toHaveAttribute('type', 'tel')
  const options = await dialog
    .getByLabel(/^Budget/)
    .locator('option')
    .allTextContents()
  expect(options.slice(1)).toEqual([
    'Under $10,000',
    '$10,000 to $25,000',
    '$25,000 to $50,000',
    '$50,000 to $100,000',
    'More than $100,000',
    'Not sure yet',
  ])
  await dialog.getByText('Workflow Automation').click()
  await expect(dialog.getByLabel('Workflow Automation')).toBeChecked()
})

test('what the contact form already holds need not be typed again', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel(/^Name/).fill('Ada Okafor')
  await page.getByLabel(/^Email/).fill('ada@northfold.example')
  await page.getByLabel(/^Company/).fill('Northfold')
  await page.getByRole('button', { name: 'Consultation' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Okafor')
  await expect(dialog.getByLabel(/^Email/)).toHaveValue('ada@northfold.example')
  await expect(dialog.getByLabel(/^Company/)).toHaveValue('Northfold')
  // Nothing was typed here, so nothing would be lost.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the menu of a narrow screen opens it, and has the focus again afterwards', async ({
  page,
}) => {
  await page.setViewportSize(narrow)
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.press('Enter')
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'Consultation' })
    .press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('a service page opens it too, and its code is no part of the first load', async ({ page }) => {
  const early: string[] = []
  page.on('request', (request) => early.push(request.url()))
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: undefined })
  })
  await page.goto('/services/data-analysis')
  const opener = page.getByRole('button', { name: 'Consultation' })
  await expect(opener).toBeVisible()
  expect(early.filter((url) => url.includes('consultation-dialog'))).toEqual([])
  await opener.click()
  await expect(dialogOf(page)).toBeVisible()
})

test('when its code cannot be loaded, the contact form takes the request', async ({
  page,
  quiet,
}) => {
  await page.route('**/consultation-dialog*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: 'Consultation' }).click()
  await expect(page.getByText('Please use the contact form instead.').first()).toBeVisible()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.getByLabel(/^Service/)).toHaveValue('consultation')
  quiet.splice(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('Consultation is a link to the contact form', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Consultation' }).first().click()
    await expect(page).toHaveURL(/\/#contact$/)
  })
})
