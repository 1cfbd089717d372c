import { add } from './client-data.ts'
import { expect, openSession, test } from './fixtures.ts'

// The browser's time zone differs from that of the data: times follow it, but calendar days do not.
test.use({ timezoneId: 'America/Los_Angeles' })

test('a project is created, gets notes, one is deleted and taken back, and all of it goes', async ({
  page,
}) => {
  await openSession(page)
  const { id } = await add(page, '', { name: 'Chiara Rossetti', email: 'chiara@salt.example' })
  const createdAt = '2026-03-11T03:30:00.000Z'
  await page.route(`**/api/admin/clients/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), createdAt } })
  })
  const saved: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/projects'))
      saved.push(request.postDataJSON())
  })
  await page.goto(`/admin/clients/${id}`)
  await expect(page.locator(`time[datetime="${createdAt}"]`)).toHaveText('Mar 10, 2026')
  await page.getByRole('tab', { name: 'Projects (0)' }).click()
  await page.getByRole('button', { name: 'Add Project' }).click()
  const project = page.getByRole('dialog', { name: 'Create New Project' })
  const create = project.getByRole('button', { name: 'Create Project' })
  const title = project.getByLabel(/^Title/)
  await create.click()
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Title is required')
  await title.fill('Invoices')
  await project.getByLabel(/^Description/).fill('x'.repeat(101))

  // A half-entered date is rejected, and nothing is saved until it is complete or cleared.
  const start = project.getByLabel(/^Start Date/)
  await start.pressSequentially('0212')
  await create.click()
  await expect(start).toHaveAccessibleDescription('Complete this or clear it')
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await expect(start).toBeFocused()
  await title.press('Enter')
  await expect(start).toBeFocused()
  await start.fill('')
  await expect(start).not.toHaveAttribute('aria-invalid')
  await project.getByLabel(/^End Date/).fill('2020-01-31')
  const progress = project.getByLabel(/^Progress/)
  await progress.fill('101')
  await create.click()
  await expect(progress).toHaveAccessibleDescription(/Enter a whole number from 0 to 100/)
  for (const word of ['abc', '50 %', '  ']) {
    await progress.fill(word)
    await expect(progress).toHaveValue(word)
    await progress.press('Tab')
    await expect(progress).toHaveValue('0')
    await expect(progress).not.toHaveAttribute('aria-invalid')
  }
  await progress.fill('40')
  await progress.press('Tab')
  await expect(progress).toHaveValue('40')
  expect(saved).toEqual([])
  await create.click()
  await expect(page.getByText('Project created successfully').first()).toBeVisible()
  expect(saved).toHaveLength(1)
  expect(saved[0], 'empty dates are left out').not.toHaveProperty('startDate')
  await expect(page.getByRole('tab', { name: 'Projects (1)' })).toBeVisible()
  const toggle = page.getByRole('button', { name: /^Invoices/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle).toContainText(`${'x'.repeat(100)}...`)
  await expect(page.getByRole('progressbar').last()).toHaveJSProperty('value', 40)
  await expect(page.locator('time[datetime="2020-01-31"]')).toHaveText('Jan 31, 2020')

  await page.getByRole('tab', { name: 'Notes (0)' }).click()
  await expect(page).toHaveURL(/\?tab=projects&project=[\w-]+&view=notes$/)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Note content is required')).toBeVisible()
  for (const content of ['Third', `Fourth ${'y'.repeat(60)}`]) {
    await page.getByLabel(/^Add a note/).fill(content)
    await page.getByRole('button', { name: 'Add Note' }).click()
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText(content)
  }
  await expect(page.getByText('Note added successfully').first()).toBeVisible()
  // The keyboard is used, because a toast covers the button for five seconds.
  await page.getByRole('button', { name: 'Delete note: Third' }).press('Enter')
  await expect(page.getByText('Note deleted successfully').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Notes (1)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo Deletion' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Notes (2)' })).toBeVisible()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText([
    'Project Completed',
    'Project Created',
    'Third',
    `Fourth ${'y'.repeat(53)}...`,
  ])

  await page.getByRole('button', { name: 'Delete Invoices' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('will also delete all its notes and documents.')
  await question.getByRole('button', { name: 'Delete Invoices' }).press('Enter')
  await expect(page.getByText('Project deleted successfully').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeFocused()
})
