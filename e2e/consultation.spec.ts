import { ownerPassword } from '#test/harness/product.ts'
import {
  catchRequests,
  dialogOf,
  expectToast,
  fillRequired,
  narrow,
  openFromHeader,
  received,
  toasts,
} from './consultation-dialog.ts'
import { expect, expectAccessible, test, withMotion, withOwnProduct } from './fixtures.ts'

test.use(withMotion)

test('the keyboard alone goes round inside, and the page behind is out of reach; what is missing is said by toast, by field and by a summary', async ({
  page,
}) => {
  const sent = await catchRequests(page)
  const dialog = await openFromHeader(page)
  await expect(dialog.getByRole('heading', { name: 'Request Free Consultation' })).toBeFocused()
  await expect(page.getByRole('main')).toHaveCount(0)
  const visited = new Set<string>()
  for (let step = 0; step < 50; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const inside = element?.closest('[role="dialog"]') !== null
      return inside ? element?.getAttribute('name') || element?.textContent || 'X' : 'outside'
    })
    visited.add(focused)
  }
  expect(visited).not.toContain('outside')
  for (const name of ['name', 'phone', 'projectType', 'urgency', 'additionalNotes', 'Cancel']) {
    expect(visited).toContain(name)
  }
  expect(visited).not.toContain('website')
  await dialog.getByLabel(/^Goals/).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
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

test('it comes with its opener, takes over what the contact form holds, and asks before it throws answers away; its rail leads to each group', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/services/data-analysis')
  const held = { Name: 'Ada Okafor', Email: 'ada@northfold.example', Company: 'Northfold' }
  for (const [label, text] of Object.entries(held)) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(text)
  }
  const opener = page.getByRole('button', { name: 'Consultation' })
  const code = () => loaded.filter((url) => url.includes('consultation-dialog'))
  expect(code()).toEqual([])
  await opener.click()
  const dialog = dialogOf(page)
  for (const [label, text] of Object.entries(held)) {
    await expect(dialog.getByLabel(new RegExp(`^${label}`))).toHaveValue(text)
  }
  expect(code()).not.toEqual([])
  // Nothing has been typed yet, so nothing can be lost.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await opener.click()

  await dialog.getByLabel(/^Goals/).fill('Fewer slips')
  await dialog.getByLabel('By phone').check()
  await page.mouse.click(20, 450)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard your answers?')).toBeVisible()
  const keepEditing = dialog.getByRole('button', { name: 'Keep Editing' })
  await expect(keepEditing).toBeFocused()
  await expectAccessible(page)
  await keepEditing.press('Enter')
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
  const rail = dialog.getByRole('navigation', { name: 'Groups of questions' })
  const current = rail.locator('[aria-current]')
  await expect(current).toHaveText(/^Enough to reply/)
  await expect(dialog.getByText('4 required, 13 optional')).toBeVisible()
  await expect(
    dialog.getByText('These four are all we need. Anything below helps us prepare.'),
  ).toBeVisible()
  for (const legend of ['About you', 'The process today', 'Scope', 'How we reply']) {
    await rail.getByRole('link', { name: legend }).click()
    await expect(dialog.getByRole('group', { name: legend })).toBeInViewport()
    await expect(current).toHaveText(legend)
  }
  await expect(rail.getByRole('link', { name: /Scope/ })).toHaveAccessibleName('Scope')
  await dialog.getByLabel(/^Budget/).selectOption('not-sure')
  await expect(rail.getByRole('link', { name: /Scope/ })).toHaveAccessibleName('Scope answered')
  await expect(rail.getByRole('link', { name: /Enough/ })).toHaveAccessibleName(/3 of 4 answered/)
  await page.setViewportSize(narrow)
  await expect(rail).toBeHidden()
  await dialog.getByLabel(/^Phone/).focus()
  await expect(dialog.getByText('Group 2 of 5: About you')).toBeVisible()
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrow })
  await page.setViewportSize({ width: 320, height: 640 })
  const form = dialog.locator('form')
  await expect.poll(() => form.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)

  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.setViewportSize(narrow)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.press('Enter')
  const inMenu = page.getByRole('dialog', { name: 'Menu' })
  await inMenu.getByRole('button', { name: 'Consultation' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test.describe('where no calls are taken', () => {
  // Other tests make their product take calls.
  test.use(withOwnProduct)

  for (const { width, height } of [
    narrow,
    { width: 320, height: 568 },
    { width: 1280, height: 720 },
  ])
    test(`what was received is seen from its top, and Close is its filled button without calls, ${width} wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await catchRequests(page)
      await page.goto('/')
      const opener = page.getByRole('button', { name: 'Consultation' })
      if (!(await opener.isVisible())) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
      }
      await opener.filter({ visible: true }).click()
      await fillRequired(dialogOf(page))
      // The last field is filled at the end, so that the form is scrolled down as after filling all
      // of it.
      await dialogOf(page)
        .getByLabel(/^Additional notes/)
        .fill('Mornings are best')
      await dialogOf(page).getByRole('button', { name: 'Send Request' }).click()
      const done = received(page)
      const title = done.getByRole('heading', { name: 'Consultation Request Received!' })
      await expect(title).toBeFocused()
      await expect(done.getByRole('button', { name: 'Close' })).toHaveClass(/btn-primary/)
      await expect(done.locator('.btn-primary')).toHaveCount(1)
      await expect(done.getByRole('link', { name: 'Choose a Time' })).toHaveCount(0)
      await expect(toasts(page)).toHaveCount(0)
      const tops = await done.evaluate((dialog) => {
        const edge = dialog.getBoundingClientRect().top
        const parts = [dialog.querySelector('h2'), dialog.querySelector('figure')]
        return parts.map((part) => (part?.getBoundingClientRect().top ?? Number.NaN) - edge)
      })
      expect(tops[0]).toBeGreaterThanOrEqual(0)
      expect(tops[0]).toBeLessThan(32)
      expect(tops[1]).toBeLessThan(110)
    })
})

test('closing while sending forgets the request; every answer is sent, its record takes the place of the form, and Close starts afresh', async ({
  page,
}) => {
  await page.route('**/api/contact', () => {})
  const dialog = await openFromHeader(page)
  const opener = page.getByRole('button', { name: 'Consultation' })
  await fillRequired(dialog)
  const failed = page.waitForEvent('requestfailed')
  const asked = page.waitForRequest('**/api/contact')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  await asked
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await failed
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
  await page.unroute('**/api/contact')
  await opener.click()
  await expect(dialog.getByLabel(/^Name/)).toBeEnabled()
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('')

  await fillRequired(dialog, 'Ada Answers')
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
  const answered = page.waitForResponse('**/api/contact')
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  const request = (await answered).request()
  const { message, filledInMs, ...rest } = request.postDataJSON()
  expect(rest).toEqual({
    name: 'Ada Answers',
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
  expect(message).toContain('Ada Answers')
  expect(message).toContain('Northfold Logistics')
  expect(filledInMs).toBeGreaterThan(0)
  const answer = await answered
  expect(answer.status()).toBe(201)
  const { number } = (await answer.json()) as { number: string }
  const done = received(page)
  const title = done.getByRole('heading', { name: 'Consultation Request Received!', exact: true })
  await expect(title).toBeFocused()
  for (const text of [
    'Ada Answers',
    'ada@northfold.example',
    'Four thousand slips a week.',
    'By video call',
    "Consultation request sent! We'll contact you within 24 hours to schedule your consultation.",
    `Your request has the number ${number}.`,
  ]) {
    await expect(done).toContainText(text)
  }
  await expect(done).toContainText(/Reply by\s*\w{3}, \w{3} \d+, \d+:\d\d [AP]M your time/)
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Close' }).click()
  await expect(done).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('')

  const data = { username: 'admin', password: ownerPassword }
  const headers = { 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/auth/login', { data, headers })
  const all = (await (await page.request.get('/api/contact/inquiries')).json()) as object[]
  expect(all.filter((one) => Reflect.get(one, 'number') === number)).toMatchObject([
    { name: 'Ada Answers', consultationData: rest.consultationData },
  ])
})

test('on a lost line the answers stay and the page does too; once the line is back they are sent', async ({
  page,
  quiet,
}) => {
  await page.goto('/services/data-analysis')
  await page.getByRole('button', { name: 'Consultation' }).click()
  const dialog = dialogOf(page)
  await fillRequired(dialog, 'Ada Offline')
  await page.route('**/*', (route) => route.abort())
  const send = dialog.getByRole('button', { name: 'Send Request' })
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Something went wrong. Please try again. Your answers are still here.',
  )
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ada Offline')
  await page.unroute('**/*')
  await send.click()
  await expect(received(page)).toContainText('Ada Offline')
  quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes('ERR_FAILED')))
})
