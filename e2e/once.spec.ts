import type { Locator, Page } from '@playwright/test'
import { ownerPassword } from '#test/harness/product.ts'
import { fillRequired, openFromHeader } from './consultation-dialog.ts'
import { expect, expectRefusals, goOn, signIn } from './fixtures.ts'
import { test, toastWith } from './leads.ts'

const signInHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Sign in to the back office' })

/**
 * Presses the button in every way that might send twice before the response: twice before the first
 * click is rendered, as a double click, and by holding Enter. `outcome` then shows that it was
 * done.
 */
async function sendsOnce(
  page: Page,
  [method, path]: [string, RegExp],
  button: Locator,
  outcome: Locator,
): Promise<void> {
  let requests = 0
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    requests += 1
    await held.promise
    await route.continue()
  })
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expect.poll(() => requests).toBeGreaterThan(0)
  // A button that disappears meanwhile cannot be pressed again.
  if (await button.isVisible()) {
    await button.dblclick({ force: true, timeout: 1_000 }).catch(() => {})
  }
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  held.resolve()
  await expect(outcome.first()).toBeVisible()
  await expect(page.locator('.toast-destructive')).toHaveCount(0)
  expect(requests).toBe(1)
  await page.unroute(path)
}

/** Saves by keyboard in vain, and expects that text typed during the request is ignored. */
async function takesNothingUnderWay(page: Page, field: Locator, path: RegExp): Promise<void> {
  const isLong = await field.evaluate((element) => element instanceof HTMLTextAreaElement)
  const sent = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    sent.resolve()
    await held.promise
    await route.fulfill({ status: 500, json: { message: 'Not now' } })
  })
  const before = await field.inputValue()
  await field.focus()
  await page.keyboard.press(isLong ? 'ControlOrMeta+Enter' : 'Enter')
  await sent.promise
  await expect(field).toBeDisabled()
  await page.keyboard.type(' and more')
  held.resolve()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(before)
  await page.unroute(path)
}

test('a double click or a held Enter sends a visitor’s form once', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Tell us about one process' })
  await form.getByLabel(/^Name/).fill('Ada Twice')
  await form.getByLabel(/^Email/).fill('ada@twice.example')
  await form.getByLabel(/^Message/).fill('Four thousand slips a week.')
  const contact: [string, RegExp] = ['POST', /\/api\/contact$/]
  const send = form.getByRole('button', { name: 'Send Message' })
  await sendsOnce(page, contact, send, toastWith(page, 'Message sent successfully!'))
  const dialog = await openFromHeader(page)
  await fillRequired(dialog)
  const request = dialog.getByRole('button', { name: /^Send/ })
  await sendsOnce(page, contact, request, page.getByText('Consultation request sent!'))
})

test('a double click or a held Enter sends an act of the back-office once, and a form takes nothing while it is saved', async ({
  page,
  quiet,
}) => {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await sendsOnce(
    page,
    ['POST', /\/api\/auth\/login$/],
    page.getByRole('button', { name: 'Sign In' }),
    page.getByRole('heading', { name: 'Welcome, admin' }),
  )
  await signIn(page, '/admin/users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const username = page.getByRole('dialog', { name: 'Invite User' }).getByLabel('Username')
  await username.fill('saved')
  await takesNothingUnderWay(page, username, /\/api\/.*users/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await goOn(page, '/admin/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel(/^Name/).fill('Ada Twice')
  await dialog.getByLabel(/^Email/).fill('ada@twice.example')
  const clients = /\/api\/admin\/clients$/
  await takesNothingUnderWay(page, dialog.getByLabel(/^Notes/), clients)
  expectRefusals(quiet, 500)
  await sendsOnce(
    page,
    ['POST', clients],
    dialog.getByRole('button', { name: 'Add Client' }),
    toastWith(page, 'Client created successfully'),
  )
  await page.getByRole('link', { name: 'Ada Twice', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  await page.getByLabel(/^Company/).fill('Northfold')
  await sendsOnce(
    page,
    ['PUT', /\/api\/admin\/clients\/[^/]+$/],
    page.getByRole('button', { name: 'Save' }),
    toastWith(page, 'Client updated successfully'),
  )
  await goOn(page, '/admin/clients')
  await page.getByRole('button', { name: 'More for Ada Twice' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await sendsOnce(
    page,
    ['DELETE', /\/api\/admin\/clients\/[^/]+$/],
    page.getByRole('button', { name: 'Delete Ada Twice' }),
    toastWith(page, 'Client deleted successfully'),
  )
  await goOn(page, '/admin')
  await sendsOnce(
    page,
    ['POST', /\/api\/auth\/logout$/],
    page.getByRole('button', { name: 'Logout' }),
    signInHeading(page),
  )
  expectRefusals(quiet)
})
