import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  withoutFrames,
} from './fixtures.ts'
import { askForConsultation, test, toastWith } from './leads.ts'

test.beforeEach(({ page }) => withoutFrames(page))

test('a request is read in words and converted with a project', async ({ page }) => {
  const name = 'Ada Okafor'
  const id = await askForConsultation(page, { name, company: 'Northfold Logistics' })
  await signIn(page, '/admin?tab=consultations')
  await expect(page.getByRole('row', { name: /Ada Okafor.*Process automation/ })).toContainText(
    'New',
  )
  await page.getByRole('link', { name: 'View All Consultations' }).click()
  await expect(page).toHaveTitle(/^Consultations · .* admin$/)
  const row = page.getByRole('row', { name: new RegExp(name) })
  for (const text of ['$10,000 to $25,000', '1 to 3 months', 'Document Processing', '+1 more']) {
    await expect(row).toContainText(text)
  }
  await row.getByRole('link', { name: 'View details' }).click()
  const details = page.getByRole('dialog', { name })
  for (const text of [
    'Process automation',
    '1 to 3 months',
    '$10,000 to $25,000',
    '11 to 50 people',
    'High',
    'Yes',
    'Video call',
    'Custom AI Solutions',
    'Head of operations',
    'Read the slips and file them.',
    'Typing errors.',
    'Half the time.',
    'Call after nine.',
  ]) {
    await expect(details).toContainText(text)
  }
  await expectAccessible(page)
  await details.getByRole('button', { name: 'More for this request' }).click()
  await expectAccessible(page)
  await details.getByRole('menuitem', { name: 'Convert to Client' }).click()

  const dialog = page.getByRole('dialog', { name: 'Convert to Client' })
  await expect(dialog.getByLabel(/^Phone/)).toHaveValue('+1 555 0101')
  const notes = 'Converted from consultation: 4,000 slips a week.'
  await expect(dialog.getByLabel('Notes')).toHaveValue(notes)
  await expect(dialog.getByLabel('Create a project')).toBeChecked()
  await expect(dialog.getByLabel('Project title')).toHaveValue('process-automation Project')
  await expect(dialog.getByLabel(/^Budget/)).toHaveValue('10k-25k')
  await expect(dialog.getByLabel(/^Timeline/)).toHaveValue('1-3-months')
  await expectAccessible(page)
  await dialog.getByLabel('Create a project').uncheck()
  await expect(dialog.getByLabel('Project title')).toHaveCount(0)
  await dialog.getByLabel('Create a project').check()
  const sent = page.waitForRequest('**/api/admin/clients/convert-inquiry')
  await dialog.getByRole('button', { name: 'Convert to Client' }).click()
  expect((await sent).postDataJSON()).toEqual({
    inquiryId: id,
    phone: '+1 555 0101',
    notes,
    createProject: true,
    projectTitle: 'process-automation Project',
    projectDescription: 'Read the slips and file them.',
    projectBudget: '10k-25k',
    projectTimeline: '1-3-months',
  })
  const done = 'Consultation converted to client successfully'
  await expect(toastWith(page, 'Success')).toContainText(done)
  await expect(page.getByLabel(`Status for ${name}`)).toHaveValue('converted')
  await expect(row.getByRole('button', { name: /Convert/ })).toHaveCount(0)
})

test('search, status and order live in the address and the count is announced', async ({
  page,
}) => {
  for (const [name, company] of [
    ['Skerry One', 'Skerry & Co.'],
    ['Skerry Two', 'Skerry & Co.'],
    ['Quarry', 'Quarry Lane Clinics'],
  ]) {
    await askForConsultation(page, { name, company, email: 'desk@lane.example' })
  }
  await signIn(page, '/admin/consultations')
  const count = page.getByRole('status').filter({ hasText: / found/ })
  const search = page.getByLabel('Search consultations')
  await expect(count).toHaveText(/found$/)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('g c')
  await expect(search).toHaveValue('g c')
  await expect(page).toHaveURL(/consultations/)
  await search.fill('SKERRY')
  await expect(count).toHaveText(/^2 consultation\(s\) found of [\d,]+$/)
  await expect(page).toHaveURL(/q=SKERRY/)
  await page.getByLabel('Status for Skerry Two').selectOption('contacted')
  await expect(toastWith(page, 'Success')).toContainText('Consultation status updated')
  await page.getByLabel('Filter by status').selectOption('contacted')
  await expect(count).toHaveText(/^1 consultation\(s\) found of [\d,]+$/)
  await expect(page).toHaveURL(/status=contacted/)
  await page.reload()
  await expect(search).toHaveValue('SKERRY')
  await expect(count).toHaveText(/^1 consultation\(s\) found of [\d,]+$/)
  await page.goBack()
  await expect(count).toHaveText(/^2 consultation\(s\) found of [\d,]+$/)
  await expect(page.getByLabel('Filter by status')).toHaveValue('all')

  const table = page.getByRole('table', { name: 'Consultation requests' })
  await expect(table).toHaveAttribute('aria-rowcount', '3')
  await expect(table.locator('th[scope="col"]')).toHaveText([
    'Contact',
    'Company',
    'Waiting',
    'Project Type',
    'Services',
    'Budget',
    'Timeline',
    'Status',
    'Date',
    'Actions',
  ])
  await expect(table.locator('[aria-sort]')).toHaveText('Date')
  await table.getByRole('button', { name: 'Contact' }).click()
  await expect(table.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.locator('[data-lead]')).toHaveText(['Skerry One', 'Skerry Two'])
  await table.getByRole('button', { name: 'Contact' }).click()
  await expect(table.locator('[data-lead]')).toHaveText(['Skerry Two', 'Skerry One'])

  await search.fill('nobody at all')
  await expect(
    page.getByRole('heading', { name: "No consultations match 'nobody at all'" }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('row', { name: /Quarry/ })).toBeVisible()
  await expectAccessible(page)
})

test('a status holds at once, goes back when it is refused, and can be undone', async ({
  page,
  quiet,
}) => {
  const id = await askForConsultation(page, { name: 'Ben Ilves', email: 'ben@tarn.example' })
  await signIn(page, '/admin/consultations?q=ben@')
  const select = page.getByLabel('Status for Ben Ilves')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const calls = `**/api/contact/inquiries/${id}/status`
  await page.route(calls, async (route) => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await select.selectOption('qualified')
  await expect(page.getByRole('status').filter({ hasText: 'Saving' })).toBeVisible()
  await expect(select).toHaveValue('qualified')
  answer()
  await expect(toastWith(page, 'Error')).toContainText('Failed to update status')
  await expect(select).toHaveValue('new')
  expectRefusals(quiet, 500)
  await page.unroute(calls)

  await select.selectOption('closed')
  await expect(toastWith(page, 'Success')).toContainText('Consultation status updated')
  await toastWith(page, 'Success').getByRole('button', { name: 'Undo' }).click()
  await expect(select).toHaveValue('new')
  const stored = async () => {
    const listed = await page.request.get('/api/admin/consultations')
    const leads = (await listed.json()) as { id: string; status: string; firstContactedAt: null }[]
    return leads.find((lead) => lead.id === id)
  }
  // Somebody still waits for the first answer.
  await expect.poll(stored).toMatchObject({ status: 'new', firstContactedAt: null })
  await expect(page.getByRole('row', { name: /Ben Ilves/ }).getByTitle(/^Answer due/)).toBeVisible()
})

test('a long list shows more when its end comes into sight, on a phone as well', async ({
  page,
}) => {
  await page.route('**/api/admin/consultations?*', async (route) => {
    const url = new URL(route.request().url())
    const after = Number(url.searchParams.get('after') ?? 0)
    url.searchParams.delete('after')
    const answer = await route.fetch({ url: url.href })
    const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
    const many = Array.from({ length: 100 }, (_, row) => ({
      ...items[0],
      id: `${after + row}`,
      name: `Lead ${after + row}`,
      status: after + row === 0 ? 'unheard-of' : 'new',
      createdAt: '2026-11-12T23:30:00.000Z',
    }))
    await route.fulfill({ json: { items: many, next: after === 0 ? '100' : null } })
  })
  await page.route('**/api/contact/inquiries/count?*', (route) =>
    route.fulfill({ json: { total: 200 } }),
  )
  await askForConsultation(page, { name: 'Template' })
  await signIn(page, '/admin/consultations')
  const table = page.getByRole('table', { name: 'Consultation requests' })
  await expect(table).toHaveAttribute('aria-rowcount', '201')
  await expect(page.getByLabel(/^Status for Lead 0,/)).toHaveValue('new')
  await expect(table.locator('[data-lead]')).toHaveCount(100)
  await page.getByRole('row', { name: /Lead 99/ }).scrollIntoViewIfNeeded()
  await page.getByRole('row', { name: /Lead 199/ }).scrollIntoViewIfNeeded()
  await expect(table.getByRole('columnheader', { name: 'Contact' })).toBeInViewport()

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('link', { name: 'Lead 0', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

for (const [timezoneId, day] of [
  ['Europe/Berlin', 'Nov 13, 2026'],
  ['America/Los_Angeles', 'Nov 12, 2026'],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })
    test(`a request of 23:30 UTC is dated ${day}`, async ({ page }) => {
      await askForConsultation(page, { name: 'Night Owl' })
      await page.route('**/api/admin/consultations?*', async (route) => {
        const page = (await (await route.fetch()).json()) as { items: Record<string, unknown>[] }
        const createdAt = '2026-11-12T23:30:00.000Z'
        const items = page.items.map((lead) => ({ ...lead, createdAt }))
        await route.fulfill({ json: { ...page, items } })
      })
      await signIn(page, '/admin/consultations?q=night')
      const date = page
        .getByRole('row', { name: /Night Owl/ })
        .first()
        .locator('time')
        .last()
      await expect(date).toHaveText(day)
      await expect(date).toHaveAttribute('datetime', '2026-11-12T23:30:00.000Z')
    })
  })
}

test('pages load while scrolling, and details open whose page is not loaded', async ({ page }) => {
  const name = 'Oldest of all'
  const id = await askForConsultation(page, { name })
  const calls: string[] = []
  await page.route('**/api/admin/consultations?*', async (route) => {
    const url = new URL(route.request().url())
    calls.push(url.searchParams.get('after') ?? '')
    url.searchParams.set('limit', '1')
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  await askForConsultation(page, { name: 'Newest of all' })
  await signIn(page, '/admin')
  await page.goto(`/admin/consultations?q=of%20all&open=${id}`)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Status').selectOption('qualified')
  await expect(toastWith(page, 'Success')).toContainText('Consultation status updated')
  await expect(dialog.getByLabel('Status')).toHaveValue('qualified')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The second page comes by itself, because its button is in sight.
  await expect(page.getByLabel(`Status for ${name}`)).toHaveValue('qualified')
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(0)
  expect(calls.filter((after) => after !== '').length).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page that fails says so, and its button tries again', async ({ page, quiet }) => {
  for (const name of ['Tern One', 'Tern Two']) await askForConsultation(page, { name })
  let fails = true
  await page.route('**/api/admin/consultations?*', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('after') && fails) return route.fulfill({ status: 503, body: '' })
    url.searchParams.set('limit', '1')
    return route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  await signIn(page, '/admin/consultations?q=tern')
  const more = page.getByRole('button', { name: 'Show More' })
  await expect(page.getByRole('alert').filter({ hasText: 'Unable to load more' })).toBeVisible()
  await expectAccessible(page)
  expectRefusals(quiet, 503)
  fails = false
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Tern One/ })).toBeVisible()
  await expect(more).toHaveCount(0)
})
