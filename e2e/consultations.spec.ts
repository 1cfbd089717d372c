import {
  blockSocket,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
} from './fixtures.ts'
import { askForConsultation, test, toastWith } from './leads.ts'

test.beforeEach(({ page }) => blockSocket(page))

test('a request is read in words, says what closing does, and is converted with a project', async ({
  page,
}) => {
  const name = 'Ada Okafor'
  const id = await askForConsultation(page, { name, company: 'Northfold Logistics' })
  await signIn(page, '/admin?tab=consultations')
  await expect(page.getByRole('row', { name: /Ada Okafor.*Process automation/ })).toContainText(
    'New',
  )
  await page.getByRole('link', { name: 'View All Consultations' }).click()
  await expect(page).toHaveTitle(/(^|\) )Consultations · .* admin$/)
  const row = page.getByRole('row', { name: new RegExp(name) })
  for (const text of ['$10,000 to $25,000', '1 to 3 months', 'Document Processing', '+1 more']) {
    await expect(row).toContainText(text)
  }
  const status = page.getByLabel(`Status for ${name}`)
  await expect(status).toHaveAccessibleDescription('Closed: Closes it without an answer')
  const hint = page.locator('.status-hint:visible')
  await expect(hint).toHaveCount(0)
  await status.focus()
  await expect(hint).toHaveText('Closed: Closes it without an answer')
  const convert = row.getByRole('button', { name: /Convert/ })
  await expect(convert).toBeVisible()
  // If the status was set by hand, conversion is offered only in the details.
  await status.selectOption('converted')
  await expect(convert).toHaveCount(0)
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
  await details.getByRole('button', { name: 'More for this request' }).click()
  await expectAccessible(page)
  await details.getByRole('menuitem', { name: 'Convert to Client' }).click()

  const dialog = page.getByRole('dialog', { name: 'Convert to Client' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await details.getByRole('button', { name: 'More for this request' }).click()
  await details.getByRole('menuitem', { name: 'Convert to Client' }).click()
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
  await expect(toastWith(page, done)).toBeVisible()
  await expect(status).toHaveValue('converted')
  await expect(convert).toHaveCount(0)
  await expect(row.getByRole('link', { name: /View client/ })).toBeVisible()
})

test('search, status and order live in the address and the count is announced; a status holds at once, goes back when it is refused, and can be undone', async ({
  page,
  quiet,
}) => {
  for (const [name, company] of [
    ['Skerry One', 'Skerry & Co.'],
    ['Skerry Two', 'Skerry & Co.'],
    ['Quarry', 'Quarry Lane Clinics'],
  ]) {
    await askForConsultation(page, { name, company, email: 'desk@lane.example' })
  }
  const id = await askForConsultation(page, { name: 'Ben Ilves', email: 'ben@tarn.example' })
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

  await search.fill('ben@')
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
  await toastWith(page, 'Consultation status updated')
    .last()
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(select).toHaveValue('new')
  const stored = async () => {
    const listed = await page.request.get('/api/admin/consultations')
    const leads = (await listed.json()) as { id: string; status: string; firstContactedAt: null }[]
    return leads.find((lead) => lead.id === id)
  }
  // The lead is still waiting for the first reply.
  await expect.poll(stored).toMatchObject({ status: 'new', firstContactedAt: null })
  await expect(page.getByRole('row', { name: /Ben Ilves/ }).getByTitle(/^Answer due/)).toBeVisible()
})

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('a long list is read by pages, across which a selection lasts, with the days of the reader’s zone, on a phone as well', async ({
    page,
  }) => {
    await page.route('**/api/admin/consultations?*', async (route) => {
      const url = new URL(route.request().url())
      const before = 50 * (Number(url.searchParams.get('page')) - 1)
      url.searchParams.delete('page')
      const answer = await route.fetch({ url: url.href })
      const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
      const many = Array.from({ length: Math.max(0, Math.min(50, 120 - before)) }, (_, row) => ({
        ...items[0],
        id: `${before + row}`,
        name: `Lead ${before + row}`,
        status: before + row === 0 ? 'unheard-of' : 'new',
        createdAt: '2026-11-12T23:30:00.000Z',
      }))
      await route.fulfill({ json: { items: many, next: null, total: 120 } })
    })
    await page.route('**/api/contact/inquiries/count?*', (route) =>
      route.fulfill({ json: { total: 120 } }),
    )
    await askForConsultation(page, { name: 'Template' })
    await signIn(page, '/admin/consultations')
    const table = page.getByRole('table', { name: 'Consultation requests' })
    await expect(table).toHaveAttribute('aria-rowcount', '121')
    await expect(page.getByLabel(/^Status for Lead 0,/)).toHaveValue('new')
    await expect(table.locator('[data-lead]')).toHaveCount(50)
    const date = page
      .getByRole('row', { name: /Lead 0/ })
      .locator('time')
      .last()
    await expect(date).toHaveText('Nov 13, 2026')
    await expect(date).toHaveAttribute('datetime', '2026-11-12T23:30:00.000Z')
    await page.getByRole('row', { name: /Lead 49/ }).scrollIntoViewIfNeeded()
    await expect(table.getByRole('columnheader', { name: 'Contact' })).toBeInViewport()
    await page.getByLabel('Select Lead 3', { exact: true }).check()
    const pages = page.getByRole('navigation', { name: 'Pages of consultation requests' })
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL('/admin/consultations?page=2')
    await expect(page.getByRole('heading', { name: 'Consultations', level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Consultations', level: 1 })).toBeInViewport()
    await expect(table.locator('[data-lead]').first()).toHaveText('Lead 50')
    await page.getByLabel('Select Lead 53', { exact: true }).check()
    const selected = page.getByRole('region', { name: 'Selected consultation requests' })
    await expect(selected).toContainText('2 selected')
    await table.getByRole('button', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/admin/consultations?sort=name')
    await page.goto('/admin/consultations?page=7')
    await expect(pages).toContainText('Page 3 of 3')
    await expect(table.locator('[data-lead]')).toHaveCount(20)
    await page.goto('/admin/consultations')

    await page.setViewportSize({ width: 320, height: 640 })
    // Without scrolling, the bar at the top would cover half of a button.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole('link', { name: 'Lead 0', exact: true })).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
})

test('lists say that they load, fail or are empty; a page that fails is asked for again, and details open that are not on the page', async ({
  page,
  quiet,
}) => {
  const name = 'Oldest of all'
  const id = await askForConsultation(page, { name })
  await askForConsultation(page, { name: 'Newest of all' })
  let answer: { status: number; body: string } | undefined
  await page.route(/\/api\/(contact\/inquiries|admin\/consultations)\?/, (route) =>
    answer ? route.fulfill(answer) : route.continue(),
  )
  await signIn(page, '/admin')
  for (const [tab, failed, empty] of [
    ['Inquiries', 'Unable to load inquiries at this time.', 'No inquiries yet'],
    ['Consultations', 'Failed to fetch consultations', 'No consultation requests found'],
  ] as const) {
    answer = { status: 503, body: '' }
    await page.getByRole('link', { name: tab }).click()
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    answer = { status: 200, body: '{"items":[],"next":null}' }
    // A reconnected socket may cause the list to be fetched again first.
    const loaded = page.getByRole('heading', { name: empty })
    await expect(async () => {
      const retry = page.getByRole('button', { name: 'Retry' })
      if (!(await loaded.isVisible())) await retry.click({ timeout: 1_000 })
      await expect(loaded).toBeVisible({ timeout: 1_000 })
    }).toPass()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  let fails = false
  await page.route('**/api/admin/consultations?*', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get('page') === '2' && fails)
      return route.fulfill({ status: 503, body: '' })
    url.searchParams.set('limit', '1')
    return route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  await page.goto(`/admin/consultations?q=of%20all&open=${id}`)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Status').selectOption('qualified')
  await expect(toastWith(page, 'Success')).toContainText('Consultation status updated')
  await expect(dialog.getByLabel('Status')).toHaveValue('qualified')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel(/^Status for /)).toHaveCount(1)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel(`Status for ${name}`)).toHaveValue('qualified')
  await expect(page.getByText('Page 2 of')).toBeVisible()

  fails = true
  await page.reload()
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch consultations' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  expectRefusals(quiet, 503)
  fails = false
  await page.getByRole('button', { name: 'Retry' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await expect(failed).toHaveCount(0)
})
