import { add, isAccessible, nothingSticksOut } from './client-data.ts'
import {
  expect,
  expectAccessible,
  expectRefusals,
  goOn,
  openSession,
  signIn,
  test,
} from './fixtures.ts'

test('the address holds search, filter, page and order of the clients', async ({ page }) => {
  await openSession(page)
  const numbers = Array.from({ length: 53 }, (_, index) => index + 1)
  await Promise.all(
    numbers.map((number) => {
      const company = number === 7 ? 'Zephyr' : null
      return add(page, '', {
        name: `Vexley ${number}`,
        email: `t${number}@vexley.example`,
        company,
      })
    }),
  )
  await add(page, '', { name: 'Vexley gone', email: 'x@vexley.example', status: 'archived' })
  const rows = page.getByRole('table', { name: 'Clients' }).locator('tbody tr')
  const search = page.getByLabel('Search clients')
  const status = page.getByLabel('Filter by status')

  await page.goto('/admin/clients?q=vexley&status=active&page=9')
  for (const visit of ['first visit', 'reload']) {
    if (visit === 'reload') await page.reload()
    await expect(rows).toHaveCount(3)
    await expect(search).toHaveValue('vexley')
    await expect(status).toHaveValue('active')
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.getByText(/^53 of [\d,]+ clients$/)).toBeVisible()
  }
  await expect(page).toHaveTitle(/(^|\) )Clients · .+ admin$/)
  await expect(page.locator('caption')).toHaveText('Clients')
  await expect(page.locator('thead th[scope=col]')).toHaveText([
    'Name',
    'Company',
    'Email',
    'Status',
    'Last activity',
    'Created',
    'Actions',
  ])
  await expect(page.locator('[aria-sort]')).toHaveText(['Created'])

  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: 'All clients' })).toBeFocused()
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page.locator('[aria-sort=ascending]')).toHaveText(['Name'])
  await expect(rows.first()).toContainText('Vexley 1')
  await expect(page).toHaveURL(/\?q=vexley&status=active&sort=name$/)
  await page.goBack()
  await expect(page.locator('[aria-sort=descending]')).toHaveText(['Created'])
  await page.goBack()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.goForward()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()

  await search.fill('zephyr')
  await expect(page).toHaveURL(/\?q=zephyr&status=active$/)
  await expect(page.getByRole('status').filter({ hasText: /^1 of [\d,]+ clients$/ })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText(/^Page /)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()

  // The list stays as it is while the search is too long.
  await search.fill('é'.repeat(203))
  await expect(search).toHaveAccessibleDescription('Too long by 3 characters; use at most 200')
  await expect(search).toHaveValue('é'.repeat(203))

  await search.fill('no%such')
  await expect(
    page.getByRole('heading', { name: "No active clients match 'no%such'" }),
  ).toBeVisible()
  await status.selectOption('all')
  await expect(page.getByRole('heading', { name: "No clients match 'no%such'" })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await expect(rows).toHaveCount(50)
})

test('a client is added, changed in place and deleted', async ({ page }) => {
  await signIn(page, '/admin/clients')
  const addButton = page.getByRole('button', { name: 'Add Client' })
  await addButton.click()
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await expect(dialog.getByRole('link', { name: 'Name is required' })).toBeVisible()
  await expect(dialog.getByLabel(/^Email/)).toHaveAccessibleDescription('Valid email is required')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel(/^Name/).fill('Ada Okafor')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep Editing' }).click()
  await dialog.getByLabel(/^Email/).fill('  ada@northfold.example ')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Client created successfully').first()).toBeVisible()
  await expect(addButton).toBeFocused()
  await page.getByRole('link', { name: 'Ada Okafor', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
  await expect(page).toHaveTitle(/(^|\) )Ada Okafor · .+ admin$/)
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('listitem')).toHaveText(['Admin', 'Clients', 'Ada Okafor'])

  await page.getByRole('button', { name: 'Edit Client' }).click()
  await expect(page.getByLabel(/^Name/)).toBeFocused()
  await page.getByLabel(/^Company/).fill('شركة النخيل')
  await page.getByLabel(/^Status/).selectOption('inactive')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Client' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Client information' })).toContainText(
    'شركة النخيل',
  )
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Client updated')

  await page.getByRole('link', { name: 'Back' }).click()
  // Right-to-left text is still aligned with its column.
  await expect(page.getByRole('cell', { name: 'شركة النخيل' })).toHaveCSS('text-align', 'left')
  await page.getByRole('button', { name: 'More for Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete Ada Okafor? This action cannot be undone and will also delete all associated projects and documents.',
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await isAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'More for Ada Okafor' })).toBeFocused()
  await page.getByRole('button', { name: 'More for Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete Ada Okafor' }).click()
  await expect(page.getByText('Client deleted successfully').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All clients' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Ada Okafor', exact: true })).toHaveCount(0)
})

test('empty and failing lists say so and offer a way on; without credentials of Google both screens say what to set', async ({
  page,
  quiet,
}) => {
  const nobody = { clients: [], total: 0 }
  await openSession(page)
  const list = '**/api/admin/clients?*'
  await page.route('**/api/admin/clients', (route) => route.fulfill({ json: nobody }))
  await page.route(list, (route) => route.fulfill({ json: nobody }))
  await page.goto('/admin?tab=clients')
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible()
  await page.getByRole('link', { name: 'Create First Client' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible()

  await page.unroute('**/api/admin/clients')
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.getByText('Failed to fetch clients')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Total Clients' })).toContainText('–')
  expectRefusals(quiet, 500)
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to fetch clients')).toHaveCount(0)

  await goOn(page, '/admin/clients/01a1f904-ccfd-7ae2-b26f-4793b12995ef')
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
  expectRefusals(quiet, 404)
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await expect(page.getByRole('heading', { name: 'All clients' })).toBeVisible()

  const { id } = await add(page, '', { name: 'Oda Brandt', email: 'oda@brandt.example' })
  await goOn(page, `/admin/clients/${id}?tab=google`)
  const what = page.getByText(/Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET/)
  await expect(what).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Up Drive' })).toHaveCount(0)
  await page.goto('/admin/clients?error=google_auth_failed')
  const toast = 'Google authentication was cancelled or failed. Please try again.'
  await expect(page.locator('.toast').getByText(toast, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\?tab=google-integrations$/)
  await expect(what).toBeVisible()
})

test('an agent sees clients and no way to change them; a refused save keeps what was typed', async ({
  page,
  quiet,
}) => {
  await openSession(page)
  const { id } = await add(page, '', { name: 'Esi Mensah', email: 'esi@quarry.example' })
  await add(page, `/${id}/projects`, { title: 'Triage' })
  await page.goto(`/admin/clients/${id}`)
  await page.route(`**/api/admin/clients/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Edit Client' }).click()
  await page.getByLabel(/^Phone/).fill('+44 20 7946 0958')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByText('Failed to update client')).toBeVisible()
  await expect(page.getByLabel(/^Phone/)).toHaveValue('+44 20 7946 0958')
  expectRefusals(quiet, 500)

  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    const { user } = (await answer.json()) as { user: object }
    await route.fulfill({ json: { user: { ...user, role: 'agent' } } })
  })
  await page.goto(`/admin/clients/${id}?tab=projects`)
  await page.getByRole('button', { name: /^Triage/ }).click()
  await page.getByRole('tab', { name: 'Notes (0)' }).click()
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add|Edit|Delete/ })).toHaveCount(0)
  await goOn(page, '/admin/clients')
  await expect(page.getByRole('link', { name: 'View Esi Mensah' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add|Edit|More/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Clients' })).toContainText('esi@quarry.example')
  await nothingSticksOut(page)
})
