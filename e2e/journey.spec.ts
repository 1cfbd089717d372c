import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  test,
} from './fixtures.ts'
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
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
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

  // By keyboard: a toast lies over it for five seconds.
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goto('/admin?tab=inquiries')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  expectRefusals(quiet)
})

test('a refused sign-in says so beside the form and in a toast', async ({ page, quiet }) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Username is required').first()).toBeVisible()
  await expect(page.getByText('Password is required').first()).toBeVisible()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await expect(page.getByRole('alert').getByText('Invalid credentials')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  expectRefusals(quiet)
  await expectAccessible(page)
})

test('signed in, the login page and an unknown admin page lead on', async ({ page }) => {
  await signIn(page, '/admin/login')
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/nothing/here')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeVisible()
})

test('the dashboard counts what is there and moves between tabs by URL', async ({ page }) => {
  await signIn(page)
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
  await page.getByRole('tab', { name: /Overview/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/tab=clients/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: /Overview/ })).toHaveAttribute('aria-selected', 'true')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
})

test('a failed logout still ends at the login form, with nothing left in the browser', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
  quiet.splice(0)
})
