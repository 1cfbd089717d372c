import { add } from './client-data.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a project gets notes, one is deleted and taken back, and all of it goes', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  const { id } = await add(page, '', { name: 'Chiara Rossetti', email: 'chiara@salt.example' })
  await page.goto(`/admin/clients/${id}`)
  await page.getByRole('tab', { name: 'Projects (0)' }).click()
  await page.getByRole('button', { name: 'Add Project' }).click()
  const project = page.getByRole('dialog', { name: 'Create New Project' })
  await project.getByRole('button', { name: 'Create Project' }).click()
  await expect(project.getByLabel(/^Title/)).toBeFocused()
  await expect(project.getByLabel(/^Title/)).toHaveAccessibleDescription('Title is required')
  await project.getByLabel(/^Title/).fill('Invoices')
  await project.getByLabel(/^Description/).fill('x'.repeat(101))
  await project.getByLabel(/^Progress/).fill('101')
  await project.getByLabel(/^End Date/).fill('2020-01-31')
  await project.getByRole('button', { name: 'Create Project' }).click()
  await expect(project.getByLabel(/^Progress/)).toHaveAccessibleDescription(
    /Enter a whole number from 0 to 100/,
  )
  await project.getByLabel(/^Progress/).fill('40')
  await project.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByText('Project created successfully').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Projects (1)' })).toBeVisible()
  const toggle = page.getByRole('button', { name: /^Invoices/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle).toContainText(`${'x'.repeat(100)}...`)
  await expect(page.getByRole('progressbar').last()).toHaveJSProperty('value', 40)

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
  await page.getByRole('button', { name: 'Delete note: Third' }).click()
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

  await page.getByRole('button', { name: 'Delete Invoices' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('will also delete all its notes and documents.')
  await question.getByRole('button', { name: 'Delete Invoices' }).click()
  await expect(page.getByText('Project deleted successfully').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeFocused()
})

test('half a date is refused at its field, and nothing is saved until it is whole or cleared', async ({
  page,
}) => {
  await signIn(page)
  const { id } = await add(page, '', { name: 'Ola Brandt', email: 'ola@brandt.example' })
  const saved: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith('/projects')) saved.push('sent')
  })
  await page.goto(`/admin/clients/${id}?tab=projects`)
  await page.getByRole('button', { name: 'Add Project' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Project' })
  await form.getByLabel(/^Title/).fill('Harbour')
  const start = form.getByLabel(/^Start Date/)
  await start.pressSequentially('0212')
  await form.getByRole('button', { name: 'Create Project' }).click()
  await expect(start).toHaveAccessibleDescription('Complete this or clear it')
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await expect(start).toBeFocused()
  await form.getByLabel(/^Title/).press('Enter')
  await expect(start).toBeFocused()
  expect(saved).toEqual([])

  await start.fill('2027-02-12')
  await expect(start).not.toHaveAttribute('aria-invalid')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Create Project' }).click()
  expect((await sent).postDataJSON(), 'empty dates are left out').not.toHaveProperty('endDate')
  await expect(page.getByText('Project created successfully').first()).toBeVisible()
  await expect(page.locator('time[datetime="2027-02-12"]')).toBeVisible()
  expect(saved).toEqual(['sent'])
})

test.describe('in another zone than the day was written in', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('moments follow the zone, calendar days do not', async ({ page }) => {
    await signIn(page)
    const { id } = await add(page, '', { name: 'Ivo Novak', email: 'ivo@inkwell.example' })
    const day = '2026-03-01T00:00:00.000Z'
    const project = await add(page, `/${id}/projects`, { title: 'Print', startDate: day })
    const createdAt = '2026-03-10T23:30:00.000Z'
    await page.route(`**/api/admin/clients/${id}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), createdAt } })
    })
    await page.goto(`/admin/clients/${id}`)
    await expect(page.locator(`time[datetime="${createdAt}"]`)).toHaveText('Mar 10, 2026')
    await page.goto(`/admin/clients/${id}?tab=projects&project=${project.id}`)
    await expect(page.locator('time[datetime="2026-03-01"]')).toHaveText('Mar 1, 2026')
  })
})
