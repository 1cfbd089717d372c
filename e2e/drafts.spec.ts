import type { Page } from '@playwright/test'
import { ownerPassword } from '#test/harness/product.ts'
import { composerOf, startChat, takeChat } from './chat.ts'
import { add, isAccessible } from './client-data.ts'
import { expect, expectRefusals, openSession, signIn, test } from './fixtures.ts'

/** Reloads and accepts the dialog about unsaved text. @returns whether it appeared. */
async function reload(page: Page): Promise<boolean> {
  let asked = false
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload'
    void dialog.accept()
  })
  await page.reload()
  return asked
}

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))

test('what is typed into forms outlives tabs, reload, a lost network and leaving, and ends with a logout', async ({
  page,
  quiet,
}) => {
  await openSession(page)
  await add(page, '', { name: 'Ines Varga', email: 'drafts@words.example' })
  await page.goto('/admin/clients')
  await page.getByRole('link', { name: 'Ines Varga', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const form = page.getByRole('region', { name: 'Edit client' })
  const notes = form.getByLabel('Notes')
  await notes.fill('Words that took an hour')
  await page.getByRole('tab', { name: 'Projects (0)' }).click()
  await page.getByRole('button', { name: 'Add Project' }).click()
  const project = page.getByRole('dialog', { name: 'Create New Project' })
  await project.getByLabel('Description').fill('Kept words')
  expect(await reload(page)).toBe(true)
  await page.getByRole('button', { name: 'Add Project' }).click()
  await expect(project.getByLabel('Description')).toHaveValue('Kept words')
  await expect.poll(() => draftsIn(page)).toHaveLength(2)
  // The keyboard is used, because a toast covers the button for five seconds.
  await project.getByRole('button', { name: 'Close' }).press('Enter')
  await expect.poll(() => draftsIn(page)).toHaveLength(1)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(notes).toHaveValue('Words that took an hour')

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await back.click()
  await isAccessible(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(notes).toHaveValue('Words that took an hour')
  await page.context().setOffline(true)
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await back.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/clients$/)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await page.goBack()
  await expect(notes).toHaveValue('Words that took an hour')

  const last = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  for (const answer of ['Stay', 'Log Out']) {
    await expect(notes).toHaveValue('Words that took an hour')
    await page.getByRole('button', { name: /^Account: / }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await last.getByRole('button', { name: answer }).click()
  }
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect.poll(() => draftsIn(page)).toEqual([])
  expectRefusals(quiet)
  const others = quiet.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))
  quiet.splice(0, quiet.length, ...others)
})

test('a half-written chat message outlives other screens, reload and the end of the session', async ({
  page,
  browser,
  baseURL,
  quiet,
}) => {
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto('/legal/privacy')
  await startChat(visitor, 'Ines Chat')
  await signIn(page)
  await takeChat(page, 'Ines Chat')
  await composerOf(page).fill('Half a sentence')
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await expect(page).toHaveURL(/\/admin\/clients/)
  await page.goBack()
  await expect(composerOf(page)).toHaveValue('Half a sentence')
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Half a sentence')

  await page.evaluate(() => fetch('/api/auth/logout', { method: 'POST' }))
  const renewal = page.getByRole('dialog', { name: 'Sign in again' })
  await renewal.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await renewal.getByRole('button', { name: 'Sign In' }).click()
  await expect(renewal).toBeHidden()
  await expect(composerOf(page)).toHaveValue('Half a sentence')
  await expect(composerOf(page)).toBeEnabled()
  await composerOf(page).press('Enter')
  await expect(composerOf(page)).toHaveValue('')
  await expect(visitor.getByText('Half a sentence')).toBeVisible()

  await composerOf(page).fill('Another half')
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await expect(page).toHaveURL(/\/admin\/clients/)
  await expect.poll(() => draftsIn(page)).toHaveLength(1)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out without saving?' })
  await question.getByRole('button', { name: 'Log Out' }).click()
  await expect.poll(() => draftsIn(page)).toEqual([])
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  expectRefusals(quiet)
  await visitor.close()
})
