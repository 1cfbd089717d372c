import { ownerPassword } from '#test/harness/product.ts'
import { expect, expectAccessible, expectNoOverflow, expectRefusals, test } from './fixtures.ts'
import { slowAsAPerson } from './users.ts'

test('a visitor writes, and an administrator reads it', async ({ page, quiet }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Ada Okafor')
  await page.getByLabel(/^Email/).fill('ada@northfold.example')
  await page.getByLabel(/^Company/).fill('Northfold Logistics')
  await page.getByLabel(/^Service/).selectOption('document-processing')
  await page.getByLabel(/^Message/).fill('Four thousand slips a week.')
  await slowAsAPerson(page)
  const answered = page.waitForResponse('**/api/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await answered).status()).toBe(201)
  await expect(page.getByText('Message sent successfully!').first()).toBeVisible()

  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeFocused()
  expectRefusals(quiet)
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Ada Okafor')
  await page.getByRole('tab', { name: /Inquiries/ }).click()
  await expect(page).toHaveURL('/admin?tab=inquiries')
  const list = page.getByRole('region', { name: 'Inquiries' })
  for (const text of ['Ada Okafor', 'Northfold Logistics', 'Four thousand slips a week.', 'New']) {
    await expect(list).toContainText(text)
  }
})

test('a deep link leads to the login, which says what is wrong; then the dashboard counts, moves between tabs and logs out, even when that fails', async ({
  page,
  quiet,
}) => {
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  const summary = page.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'Username is required' })).toBeVisible()
  await summary.getByRole('link', { name: 'Password is required' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await password.fill('wrong')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await expect(page.getByRole('alert').getByText('Invalid credentials')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  expectRefusals(quiet)
  await expectAccessible(page)
  await password.fill(ownerPassword)
  await password.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeFocused()
  await expect(page.getByText('Login successful').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)

  for (const label of [
    'Total Clients',
    'Total Services',
    'Contact Inquiries',
    'Consultations',
    'Case Studies',
  ]) {
    await expect(page.getByRole('tabpanel').getByText(label, { exact: true }).first()).toBeVisible()
  }
  const ofServices = page.getByRole('listitem').filter({ hasText: 'Total Services' })
  await expect(ofServices.getByText('6', { exact: true })).toBeVisible()
  const overview = page.getByRole('tab', { name: /Overview/ })
  await overview.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/tab=clients/)
  await page.goBack()
  await expect(overview).toHaveAttribute('aria-selected', 'true')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.goto('/admin/nothing/here')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeVisible()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin$/)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
  quiet.splice(0)
})
