import type { Page } from '@playwright/test'
import { add } from './client-data.ts'
import { expect, expectRefusals, goOn, signIn, test } from './fixtures.ts'

const login = (page: Page) => page.getByRole('heading', { name: 'Sign in to the back office' })

/** Simulates leaving the page, or restoring it, with the back/forward cache. */
const dispatchPageEvent = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => {
    dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
  }, type)

test('a page in the back/forward cache is blank when left, and reloads; after a logout, Back shows nothing from behind the session', async ({
  page,
  quiet,
}) => {
  await signIn(page)
  await dispatchPageEvent(page, 'pagehide')
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.context().clearCookies()
  await dispatchPageEvent(page, 'pageshow')
  await expect(login(page)).toBeVisible()

  await signIn(page)
  const { id } = await add(page, '', { name: 'Secret Ltd', email: 'ada@secret.example' })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Secret Ltd')) console.error('shown')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/admin/clients/${id}`)
  await expect(page.getByRole('heading', { name: 'Secret Ltd', level: 1 })).toBeVisible()
  await goOn(page, '/admin')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  quiet.splice(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(login(page)).toBeVisible()
  await page.goBack()
  await expect(login(page)).toBeVisible()
  await page.goBack()
  await expect(login(page)).toBeVisible()
  expectRefusals(quiet)
})
