import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'
import { giveCredentials, newAccount, newInvitation, signedInElsewhere } from './users.ts'

test('a deep link leads to the login, and the focus goes on', async ({ page, quiet }) => {
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  const summary = page.getByRole('region', { name: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Password is required' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await password.fill('correct horse battery')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome, admin' })).toBeFocused()
  await expect(page.getByText('Login successful').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  expectRefusals(quiet)
})

test('an owner invites, takes the link along and can take the invitation back', async ({
  page,
  quiet,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, '/admin/users')
  await expect(page).toHaveTitle(/^Users · /)
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('There is already a user of this name')).toBeVisible()
  await expect(dialog.getByLabel('Username')).toBeFocused()
  expectRefusals(quiet, 409)
  const username = `nika-${Date.now()}`
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('It won’t be shown again.')).toBeVisible()
  const link = await dialog.getByLabel('One-time link').inputValue()
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Link copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Invite User' })).toBeFocused()
  const row = page.getByRole('row', { name: new RegExp(username) })
  await expect(row).toContainText('invited')

  await row.getByRole('button', { name: `Cancel Invitation: ${username}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep Invitation' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel Invitation' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeFocused()
})

test('an invited person chooses a password and may do what the role allows', async ({
  page,
  quiet,
  request,
  baseURL,
}) => {
  const { username, link } = await newInvitation(request, baseURL, 'agent')
  await page.goto(link)
  await expect(page.getByText(username)).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Password2026')
  await page.getByLabel('Display name').fill('Nika Oss')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('This password is too easy to guess')).toBeVisible()
  await expect(password).toBeFocused()
  expectRefusals(quiet, 400)
  await expectAccessible(page)
  await password.fill('seven quiet harbour lamps')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Nika Oss' })).toBeFocused()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Only owners can manage users' })).toBeVisible()
  const asked = await page.evaluate(async () => (await fetch('/api/admin/users')).status)
  expect(asked).toBe(403)
  expectRefusals(quiet, 403)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link isn’t valid anymore' })).toBeVisible()
  expectRefusals(quiet, 404)
})

test('a new role and a deactivation end what the person has open', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const account = await newAccount(request, baseURL, 'agent')
  const { username } = account
  const context = await browser.newContext({ baseURL })
  const theirs = await signedInElsewhere(context, account)
  await theirs.goto('/admin/account')
  await signIn(page, '/admin/users')
  const row = page.getByRole('row', { name: new RegExp(username) })
  await row.getByLabel(`Role of ${username}`).selectOption('admin')
  await expect(page.getByText('Role changed').first()).toBeVisible()
  // The socket of that page closes with the session, so the dialog opens without a click.
  const ended = theirs.getByRole('dialog', { name: 'Sign in again' })
  await expect(ended).toContainText('Your session has ended. Please sign in again.')

  await page.getByRole('button', { name: `Deactivate: ${username}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: `Deactivate ${username}` }).click()
  await expect(row).toContainText('deactivated')
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeFocused()
  await giveCredentials(theirs, account)
  await expect(theirs.getByRole('alert').getByText('Invalid credentials')).toBeVisible()
  await context.close()
})

test('a new password ends the session on another machine', async ({
  page,
  quiet,
  browser,
  request,
  baseURL,
}) => {
  const account = await newAccount(request, baseURL, 'agent')
  const context = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1',
  })
  const elsewhere = await signedInElsewhere(context, account)
  await giveCredentials(page, account)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  expectRefusals(quiet)
  await page.goto('/admin/account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).toContainText('Safari on iPhone')
  await expect(sessions.getByText('this session')).toHaveCount(1)

  const form = page.getByRole('region', { name: 'Password' })
  await form.getByLabel('Current password', { exact: true }).fill(account.password)
  await form.getByLabel('New password', { exact: true }).fill('nine loud mountain drums')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await context.close()
})

test('the second factor is set up by keyboard, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  quiet,
  request,
  baseURL,
}) => {
  const account = await newAccount(request, baseURL, 'admin')
  await giveCredentials(page, account)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await page.goto('/admin/account')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Set Up Two-Factor Authentication' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code isn’t current')).toBeVisible()
  expectRefusals(quiet, 400)
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(
    ' ',
    '',
  )
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Close without saving the codes?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Open' }).click()
  await dialog.getByRole('button', { name: 'I’ve Saved Them' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await expect(section).toContainText('10 recovery codes are left.')

  await page.goto('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await giveCredentials(page, account)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code is required')).toBeVisible()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login Failed').first()).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    /This code is wrong or was used before/,
  )
  expectRefusals(quiet)
  await expectAccessible(page)
  // Each code is valid once. The next one is so already, and a while longer.
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel('Code', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeFocused()

  await page.goto('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await giveCredentials(page, account)
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeFocused()
  expectRefusals(quiet)
  await page.goto('/admin/account')
  await expect(section).toContainText('9 recovery codes are left.')
  await section.getByRole('button', { name: 'Turn Off' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(
    section.getByRole('button', { name: 'Set Up Two-Factor Authentication' }),
  ).toBeVisible()
})
