import type { Locator, Page } from '@playwright/test'
import { expect, expectRefusals, signIn, test } from './fixtures.ts'

/** Saves by the keyboard, and fails the first time; what is typed under way goes nowhere. */
async function takesNothingUnderWay(page: Page, form: Locator, field: Locator, path: RegExp) {
  const isLong = await field.evaluate((element) => element instanceof HTMLTextAreaElement)
  for (const isFailing of [true, false]) {
    const sent = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      sent.resolve()
      await held.promise
      if (isFailing) await route.fulfill({ status: 500, json: { message: 'Not now' } })
      else await route.continue()
    })
    const before = await field.inputValue()
    await field.focus()
    await page.keyboard.press(isLong ? 'ControlOrMeta+Enter' : 'Enter')
    await sent.promise
    await expect(field).toBeDisabled()
    await page.keyboard.type(' and more')
    held.resolve()
    if (isFailing) {
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(before)
    } else await expect(form).toBeHidden()
    await page.unroute(path)
  }
}

test('a form that closes once it is saved takes nothing while it is saved', async ({
  page,
  quiet,
}) => {
  await signIn(page, '/admin/clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  const client = page.getByRole('dialog', { name: 'Add Client' })
  await client.getByLabel(/^Name/).fill('Ada Saved')
  await client.getByLabel(/^Email/).fill('ada@saved.example')
  const clients = /\/api\/admin\/clients(\/[^/]+)?$/
  await takesNothingUnderWay(page, client, client.getByLabel(/^Notes/), clients)

  await page.goto('/admin/channels')
  await page.getByRole('button', { name: 'Add Channel' }).click()
  const channel = page.getByRole('dialog', { name: 'Add Channel' })
  await channel.getByLabel(/^Address/).fill('https://1.1.1.1/hook')
  await channel.getByLabel(/^Name/).fill('Room')
  await takesNothingUnderWay(page, channel, channel.getByLabel(/^Name/), /\/api\/.*channels/)

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const user = page.getByRole('dialog', { name: 'Invite User' })
  await user.getByLabel('Username').fill('saved')
  await takesNothingUnderWay(page, user, user.getByLabel('Username'), /\/api\/.*users/)
  expectRefusals(quiet, 500)
})
