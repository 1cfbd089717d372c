import { add, isAccessible } from './client-data.ts'
import { expect, expectRefusals, openSession, test } from './fixtures.ts'

test('the second to save a client chooses between both versions', async ({ page, quiet }) => {
  await openSession(page)
  const client = { name: 'Ruta Kalnina', email: 'ruta@kalnina.example' }
  const { id } = await add(page, '', client)
  await page.goto(`/admin/clients/${id}`)
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const form = page.getByRole('region', { name: 'Edit client' })
  const company = form.getByLabel(/^Company/)
  const saved = await page.request.put(`/api/admin/clients/${id}`, {
    data: { company: 'Their words', notes: 'Only theirs' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)

  await company.fill('My words')
  await form.getByRole('button', { name: 'Save' }).click()
  const panel = form.getByRole('region', { name: 'Conflicting changes' })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText(/^You saved changes to this client at \d+:\d\d [AP]M/)
  await expect(panel.getByRole('group')).toHaveCount(1)
  await expect(panel).toContainText('Their words')
  await expect(panel).toContainText('My words')
  await expect(company).toHaveValue('My words')
  await expect(form.getByLabel(/^Notes/)).toHaveValue('Only theirs')
  const choice = panel.getByRole('group', { name: /^Company/ })
  await expect(choice.getByLabel('Keep Mine')).toBeChecked()
  await choice.getByLabel('Use Theirs').check()
  await expect(company).toHaveValue('Their words')
  await choice.getByLabel('Keep Mine').check()
  await expect(company).toHaveValue('My words')
  await isAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  const card = page.getByRole('region', { name: 'Client information' })
  await expect(card).toContainText('My words')
  await expect(card).toContainText('Only theirs')
  expectRefusals(quiet, 409)
})

test('a profile that was changed meanwhile takes the other changes and is saved again', async ({
  page,
  quiet,
}) => {
  await openSession(page)
  await page.goto('/admin/account')
  const form = page.getByRole('region', { name: 'Profile' })
  const title = form.getByLabel('Title')
  await title.fill('My title')
  const address = '/api/account/profile'
  const { revision } = await (await page.request.get(address)).json()
  const saved = await page.request.put(address, {
    data: { displayName: '', title: '', signature: 'Only theirs', revision },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)

  await form.getByRole('button', { name: 'Save Profile' }).click()
  const panel = form.getByRole('region', { name: 'Conflicting changes' })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('group')).toHaveCount(0)
  await expect(title).toHaveValue('My title')
  await expect(form.getByLabel('Signature')).toHaveValue('Only theirs')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile saved').first()).toBeVisible()
  await expect(panel).toHaveCount(0)
  await title.clear()
  await form.getByLabel('Signature').clear()
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect
    .poll(async () => (await page.request.get(address)).json())
    .toMatchObject({
      title: null,
      signature: null,
    })
  expectRefusals(quiet, 409)
})
