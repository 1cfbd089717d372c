import { expect, signIn, test } from './fixtures.ts'

test('an owner reads the audit log, narrows it in the address, and exports what is shown', async ({
  page,
}) => {
  await signIn(page)
  const headers = { origin: new URL(page.url()).origin }
  for (const name of ['Northfold Logistics', 'Quarry Lane']) {
    const data = { name, email: 'a@n.example' }
    const made = await page.request.post('/api/admin/clients', { data, headers })
    expect(made.status()).toBe(201)
    const { id } = (await made.json()) as { id: string }
    await page.request.delete(`/api/admin/clients/${id}`, { headers })
    await page.request.post('/api/admin/clients', { data, headers })
  }
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await expect(page).toHaveTitle(/(^|\) )Audit log · /)
  const table = page.getByRole('table', { name: 'Entries' })
  await expect(table.getByRole('row', { name: /admin Client deleted/ })).toHaveCount(2)

  await page.getByLabel('What').selectOption('Clients')
  await expect(page).toHaveURL(/\?action=client\.$/)
  await table.getByRole('link', { name: /^Only this client.*Quarry Lane/ }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Only Quarry Lane: show all clients' }).click()
  await page.getByLabel('From').fill('2001-01-01')
  await page.getByLabel('To').fill('2001-01-02')
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('To')).toHaveValue('2001-01-02')
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(table.getByRole('row').nth(1)).toBeVisible()

  await page.getByLabel('Subject').selectOption('Client')
  await expect(page).toHaveURL(/subject=client/)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(table.getByRole('row', { name: /Audit log exported/ })).toContainText(
    'subject: client',
  )
})
