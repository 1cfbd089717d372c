import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ownerPassword } from '#test/harness/product.ts'
import { add } from './client-data.ts'
import {
  expect,
  expectAccessible,
  expectRefusals,
  openSession,
  test,
  untilLive,
} from './fixtures.ts'
import { newUser, signInAs } from './users.ts'

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
  // Otherwise a part of the page that loads late would notice the ended session first.
  await untilLive(page, () => page.goto(`/admin/clients/${id}`))
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const form = page.getByRole('region', { name: 'Edit client' })
  await form.getByLabel('Notes').fill('Half an hour of words')
  return { form }
}

test('a session that ends under a form is renewed over it, and the change goes out once; without it the text stays', async ({
  page,
  quiet,
}) => {
  // The dialog's password error must not be repeated in a toast.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const toast = document.querySelector('.toast-destructive')
      if (toast?.textContent?.includes('Invalid credentials')) console.error('said twice')
    }).observe(document, { childList: true, subtree: true })
  })
  await openSession(page)
  const { form } = await openedForm(page, 'Tilda Marsh')
  const changes = changesOf(page)
  const notes = form.getByLabel('Notes')
  const save = form.getByRole('button', { name: 'Save' })
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await page.context().clearCookies()
  await save.click()
  await expect(dialog).toBeVisible()
  // A background fetch may open the dialog once more.
  await expect(async () => {
    const close = dialog.getByRole('button', { name: 'Close' })
    if (await close.isVisible()) await close.click({ timeout: 1_000 })
    await expect(form.getByRole('alert')).toContainText('Your session has ended.', {
      timeout: 1_000,
    })
  }).toPass()
  await expect(notes).toHaveValue('Half an hour of words')

  await save.press('Enter')
  await expect(dialog.getByLabel('Username')).toHaveValue('admin')
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials')
  await expect(page.locator('[name=notes]')).toHaveValue('Half an hour of words')
  await password.fill(ownerPassword)
  await password.press('Enter')
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Half an hour of words')).toBeVisible()
  expect(changes).toEqual([{ status: 401 }, { status: 401 }, { status: 200 }])

  await page.getByRole('button', { name: 'Edit Client' }).press('Enter')
  await notes.fill('Other words')
  await page.context().clearCookies()
  await save.press('Enter')
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  const last = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  await last.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expectRefusals(quiet)
})

test('the sign-in dialog asks for the code of a second factor too; somebody else who signs in sends nothing of what was begun', async ({
  page,
  request,
  baseURL,
  quiet,
}) => {
  const { username, password } = await newUser(request, baseURL, 'admin')
  await signInAs(page.request, { username, password })
  const ask = async (path: string, data: object) => {
    const headers = { origin: baseURL ?? '' }
    const answer = await page.request.post(`/api/auth/${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer
  }
  const { secret } = await (await ask('second-factor', { password })).json()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await ask('second-factor/confirm', { code: totp.generate() })

  await page.goto('/admin')
  const { form } = await openedForm(page, 'Tilda Twice')
  const changes = changesOf(page)
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  const code = dialog.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Username')).toHaveValue(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  // Each code is valid only once. The next code is already valid.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await code.press('Enter')
  await expect(page.getByText('Client updated successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('region', { name: 'Client information' })
  await expect(card).toContainText('Half an hour of words')

  await page.getByRole('button', { name: 'Edit Client' }).press('Enter')
  await form.getByLabel('Notes').fill('Words of the first')
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByLabel('Username').fill('admin')
  await dialog.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(`What ${username} started wasn’t sent.`).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: admin' })).toBeVisible()
  await expect(card).toContainText('Half an hour of words')
  await expect(page.getByText('Words of the first')).toHaveCount(0)
  expect(changes).toEqual([{ status: 401 }, { status: 200 }, { status: 401 }])
  expectRefusals(quiet)
})
