import { expect, expectAccessible, expectRefusals, signIn } from './fixtures.ts'
import { arrive, test, toastWith } from './leads.ts'

test('an inquiry is converted to a client from the dashboard; a client with the same address is offered, and a refusal keeps the dialog open', async ({
  page,
  quiet,
}) => {
  const id = await arrive(page, { name: 'Chiara Rossetti', email: 'chiara@rossetti.example' })
  const leadId = await arrive(page, { name: 'Dmitri Vale', email: 'd.vale@saltmarsh.example' })
  await arrive(page, { name: 'D. Vale', email: 'D.Vale@Saltmarsh.example', message: 'Again' })
  await signIn(page, '/admin?tab=inquiries&q=chiara')
  const row = page.getByRole('row', { name: /Chiara Rossetti/ })
  await expect(row).toContainText('New')
  await row.getByRole('button', { name: 'Convert to Client' }).click()

  const dialog = page.getByRole('dialog', { name: 'Convert to Client' })
  for (const text of ['Chiara Rossetti', 'chiara@rossetti.example', 'Not provided']) {
    await expect(dialog).toContainText(text)
  }
  const notes = 'Converted from inquiry: 4,000 slips a week.'
  await expect(dialog.getByLabel('Notes')).toHaveValue(notes)
  await expect(dialog.getByLabel('Create a project')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByLabel(/^Phone/).fill('555-0101')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard your changes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Editing' }).click()
  const sent = page.waitForRequest('**/api/admin/clients/convert-inquiry')
  await dialog.getByRole('button', { name: 'Convert to Client' }).click()
  expect((await sent).postDataJSON()).toEqual({
    inquiryId: id,
    phone: '555-0101',
    notes,
    createProject: false,
  })

  await expect(toastWith(page, 'Success')).toContainText('Inquiry converted to client successfully')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Converted')
  await expect(row.getByRole('button', { name: /Convert/ })).toHaveCount(0)
  await expect(row.getByRole('link', { name: /View client/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chiara Rossetti', exact: true })).toBeFocused()

  const convert = (inquiryId: string) =>
    page.request.post('/api/admin/clients/convert-inquiry', {
      headers: { origin: new URL(page.url()).origin },
      data: { inquiryId },
    })
  const again = await convert(id)
  expect(again.status()).toBe(409)
  expect((await again.json()).message).toContain('Chiara Rossetti')
  const first = await convert(leadId)
  const { id: existingClientId } = (await first.json()) as { id: string }
  await page.getByRole('searchbox').fill('saltmarsh')
  await page.getByLabel('Filter by status').selectOption('new')
  await page.getByRole('button', { name: 'Convert to Client' }).click()
  await expect(dialog.getByText('A client with this email already exists')).toBeVisible()
  await expect(dialog.getByLabel('Create a new client')).toBeChecked()
  await dialog.getByLabel('Link to Dmitri Vale').check()

  const calls = '**/api/admin/clients/convert-inquiry'
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Convert to Client' }).click()
  await expect(toastWith(page, 'Error')).toContainText('Failed to convert inquiry')
  await expect(dialog.getByRole('alert')).toContainText('Failed to convert inquiry')
  await expect(dialog.getByLabel('Link to Dmitri Vale')).toBeChecked()
  expectRefusals(quiet, 500)
  await page.unroute(calls)

  const linked = page.waitForRequest(calls)
  await dialog.getByRole('button', { name: 'Convert to Client' }).click()
  expect((await linked).postDataJSON()).toMatchObject({ existingClientId })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: /No inquiries match 'saltmarsh'/ })).toBeVisible()
})

test('details say everything, change the status, and have an address of their own; suspected spam waits in its folder until it is marked as not spam', async ({
  page,
}) => {
  const name = 'Esi Mensah'
  const id = await arrive(page, { name, service: 'data-analysis', message: 'Line one\nLine two' })
  const other = 'Esi Owusu'
  await arrive(page, { name: other, message: 'Three' })
  await arrive(page, { name: 'Farah Nasser', website: 'http://x', filledInMs: 40 })
  await signIn(page, '/admin?tab=inquiries&q=esi')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`open=${id}`))
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toContainText('Data Analysis & Insights')
  await expect(dialog).toContainText('Line two')
  await expectAccessible(page)
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog', { name: other })).toContainText('Three')
  await expect(page.getByRole('button', { name: 'Previous request' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(dialog).toContainText('Line two')
  await dialog.getByLabel('Status').selectOption('qualified')
  await expect(dialog).toContainText('First contacted')
  await expect(page.locator('.toast'), 'the select shows it').toHaveCount(0)
  await page.goBack()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText(/Qualified\s*1 min/)
  await expect(row.getByRole('button', { name: /Convert to Client/ })).toHaveCount(0)
  await page.goto(`/admin?tab=inquiries&open=${id}`)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'More for this request' }).click()
  await expect(dialog.getByRole('menuitem', { name: 'Convert to Client' })).toBeVisible()
  // The key goes to the open menu and not to the details beneath it.
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/\/admin\?tab=inquiries$/)
  await page.getByRole('tab', { name: 'Inbox' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Spam \(\d+\)$/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page).toHaveURL(/quarantined=true/)
  const suspect = page.getByRole('listitem').filter({ hasText: 'Farah Nasser' }).first()
  await expect(suspect).toContainText('Filled in a hidden field')
  await expect(suspect).toContainText('Sent faster than a person can type')
  await suspect.getByRole('button', { name: 'Not Spam' }).click()
  await expect(toastWith(page, 'Success')).toContainText('Moved to the inbox')
  await expect(page.getByText('Farah Nasser')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Inbox' }).click()
  await expect(page.getByRole('row', { name: /Farah Nasser/ })).toBeVisible()
})
