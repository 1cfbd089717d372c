import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'
import { giveCredentials, newInvitation, newUser, signedInElsewhere, signInAs } from './users.ts'

test('an owner invites, takes the link along, gives a name, a title and a portrait, and can take the invitation back', async ({
  page,
  quiet,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, '/admin/users')
  await expect(page).toHaveTitle(/(^|\) )Users · /)
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('There is already a user with this name')).toBeVisible()
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
  await expect(row).toContainText('Invited')

  const opener = page.getByRole('button', { name: `Profile: ${username}` })
  await opener.press('Enter')
  await dialog.getByLabel('Display name').fill('Nora Falk')
  await dialog.getByLabel('Title').fill('Partner')
  const portrait = dialog.getByRole('group', { name: 'Portrait' })
  const face = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  const give = async (side: number) =>
    portrait
      .locator('input[type=file]')
      .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await face(side) })
  await give(64)
  await expect(portrait).toContainText('A portrait needs at least 128 pixels on each side.')
  expectRefusals(quiet, 400)
  await give(128)
  await expect(portrait.getByRole('img', { name: 'Portrait' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Profile' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(dialog.getByLabel('Display name')).toHaveValue('Nora Falk')
  await expect(dialog.getByLabel('Title')).toHaveValue('Partner')
  await dialog.getByLabel('Title').fill('')
  await portrait.getByRole('button', { name: /^Remove/ }).click()
  await expect(portrait.getByRole('img')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save Profile' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  const more = row.getByRole('button', { name: `More for ${username}` })
  const question = page.getByRole('alertdialog')
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel Invitation' }).press('Enter')
  await question.getByRole('button', { name: 'Keep Invitation' }).press('Enter')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel Invitation' }).press('Enter')
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

test('a new password, a new role and a deactivation end what the person has open', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const account = await newUser(request, baseURL, 'agent')
  const { username } = account
  const elsewhere = await request.post('/api/auth/login', {
    data: account,
    headers: {
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1',
    },
  })
  expect(elsewhere.status()).toBe(200)
  const context = await browser.newContext({ baseURL })
  const theirs = await signedInElsewhere(context, account, '/admin/account')
  const sessions = theirs.getByRole('region', { name: 'Sessions' })
  await expect(sessions).toContainText('Safari on iPhone')
  await expect(sessions.getByText('this session')).toHaveCount(1)
  const form = theirs.getByRole('region', { name: 'Password' })
  const password = 'nine loud mountain drums'
  await form.getByLabel('Current password', { exact: true }).fill(account.password)
  await form.getByLabel('New password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(theirs.getByText('Password changed').first()).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await request.get('/api/auth/me')).status()).toBe(401)

  await signIn(page, '/admin/users')
  const row = page.getByRole('row', { name: new RegExp(username) })
  await row.getByLabel(`Role of ${username}`).selectOption('admin')
  await expect(page.getByText('Role changed').first()).toBeVisible()
  // The socket of that page closes with the session, so the dialog opens without a click.
  const ended = theirs.getByRole('dialog', { name: 'Sign in again' })
  await expect(ended).toContainText('Your session has ended. Please sign in again.')

  // The keyboard is used, because a toast covers the button for five seconds.
  await row.getByRole('button', { name: `More for ${username}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: `Deactivate ${username}` }).press('Enter')
  await expect(row).toContainText('Deactivated')
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeFocused()
  await ended.getByLabel('Password', { exact: true }).fill(password)
  await ended.getByRole('button', { name: 'Sign In' }).click()
  await expect(ended.getByRole('alert')).toContainText('Invalid credentials')
  await context.close()
})

test('the second factor is set up by keyboard, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  quiet,
  request,
  baseURL,
}) => {
  const account = await newUser(request, baseURL, 'admin')
  await signInAs(page.request, account)
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

  await page.request.post('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
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
