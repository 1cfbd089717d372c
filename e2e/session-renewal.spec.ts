import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ownerPassword } from '#test/harness/product.ts'
import { add } from './client-data.ts'
import { expect, expectAccessible, expectRefusals, signIn, test } from './fixtures.ts'
import { newAccount } from './users.ts'

/** Records responses to changes of the client. */
function changesOf(page: Page): { status: number }[] {
  const changes: { status: number }[] = []
  page.on('response', (answer) => {
    const isChange = answer.request().method() === 'PUT' && answer.url().includes('/admin/clients/')
    if (isChange) changes.push({ status: answer.status() })
  })
  return changes
}

async function openedForm(page: Page, name: string) {
  const { id } = await add(page, '', { name, email: 'kept@words.example' })
  await page.goto(`/admin/clients/${id}`)
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const form = page.getByRole('region', { name: 'Edit client' })
  await form.getByLabel('Notes').fill('Half an hour of words')
  // A late part of the page would meet the end of the session first.
  await page.waitForLoadState('networkidle')
  return { id, form }
}

test('a session that ends under a form is renewed over it, and the change goes out once', async ({
  page,
  quiet,
}) => {
  // The dialog's password error must not be repeated in a toast.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.toast-destructive')) console.error('said twice')
    }).observe(document, { childList: true, subtree: true })
  })
  await signIn(page)
  const { form } = await openedForm(page, 'Tilda Marsh')
  const changes = changesOf(page)
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Username')).toHaveValue('admin')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials')
  await expect(page.locator('[name=notes]')).toHaveValue('Half an hour of words')
  await dialog.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Half an hour of words')).toBeVisible()
  expect(changes).toEqual([{ status: 401 }, { status: 200 }])
  expectRefusals(quiet)
})

test('the sign-in dialog asks for the code of a second factor too', async ({
  page,
  request,
  baseURL,
  quiet,
}) => {
  const { username, password } = await newAccount(request, baseURL, 'admin')
  const ask = async (path: string, data: object) => {
    const headers = { origin: baseURL ?? '' }
    const answer = await page.request.post(`/api/auth/${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  await ask('login', { username, password })
  const { secret } = await (await ask('second-factor', { password })).json()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await ask('second-factor/confirm', { code: totp.generate() })

  await page.goto('/admin')
  const { form } = await openedForm(page, 'Tilda Twice')
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  const code = dialog.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  // The waiting button beneath has an endless animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page)
  await code.fill('000000')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Username')).toHaveValue(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  // Each code is valid once. The next one is so already, and a while longer.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await code.press('Enter')
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Half an hour of words')).toBeVisible()
  expectRefusals(quiet)
})

/** Something read in the background may ask once more. */
async function dismissed(dialog: Locator, form: Locator): Promise<void> {
  await expect(async () => {
    const close = dialog.getByRole('button', { name: 'Close' })
    if (await close.isVisible()) await close.click({ timeout: 1_000 })
    await expect(form.getByRole('alert')).toContainText('Your session has ended.', {
      timeout: 1_000,
    })
  }).toPass()
}

test('dismissing the sign-in dialog keeps the text, and the next call asks again', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  const { form } = await openedForm(page, 'Tilda Later')
  await page.context().clearCookies()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const save = form.getByRole('button', { name: 'Save' })
  for (const _ of ['first', 'second']) {
    await save.click()
    await expect(dialog).toBeVisible()
    await dismissed(dialog, form)
    await expect(form.getByLabel('Notes')).toHaveValue('Half an hour of words')
  }
  await save.click()
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  const last = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  await last.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expectRefusals(quiet)
})

test('somebody else who signs in sends nothing of what was begun', async ({
  page,
  quiet,
  request,
  baseURL,
}) => {
  const account = await newAccount(request, baseURL, 'admin')
  await signIn(page)
  const { form } = await openedForm(page, 'Tilda Other')
  const changes = changesOf(page)
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Username').fill(account.username)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('What admin started wasn’t sent.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Client information' })).toContainText('No notes')
  await expect(page.getByText('Half an hour of words')).toHaveCount(0)
  expect(changes).toEqual([{ status: 401 }])
  expectRefusals(quiet)
})
