import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from './fixtures.ts'
import { newUser } from './users.ts'

test.describe.configure({ timeout: 45_000 })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The page of a user who has never taken calls. */
async function asNewcomer(page: Page, baseURL: string | undefined, role: 'agent' | 'admin') {
  const account = await newUser(page.request, baseURL, role)
  await page.request.post('/api/auth/login', {
    data: account,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.goto('/admin/booking')
  await expect(page.getByRole('heading', { level: 1, name: 'Booking' })).toBeVisible()
  return account
}

test('with the keyboard alone somebody takes calls in hours of their own, adds time off and removes it; what is typed survives a reload', async ({
  page,
  baseURL,
  quiet,
}) => {
  await asNewcomer(page, baseURL, 'agent')
  const calls = region(page, 'My calls')
  await expect(region(page, 'Meeting types')).toHaveCount(0)
  await calls.getByRole('checkbox', { name: 'Take Calls' }).press('Space')
  await calls.getByRole('radio', { name: 'The firm’s office hours' }).focus()
  await page.keyboard.press('ArrowDown')
  const saturday = calls.getByRole('group', { name: 'Saturday' })
  await saturday.getByRole('button', { name: 'Add hours to Saturday' }).press('Enter')
  await saturday.getByLabel('Saturday, opens').fill('17:30')
  await saturday.getByLabel('Saturday, closes').fill('17:00')
  await calls.getByLabel('Time zone').selectOption('Asia/Tokyo')
  const save = calls.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expect(calls.getByText(/^Closes before it opens/).first()).toBeVisible()
  expectRefusals(quiet, 400)
  await saturday.getByLabel('Saturday, opens').fill('16:30')
  await save.press('Enter')
  await expect(page.getByText('Call settings updated successfully').first()).toBeVisible()
  await expect(save).toBeFocused()
  await page.reload()
  await expect(calls.getByRole('checkbox', { name: 'Take Calls' })).toBeChecked()
  await expect(saturday.getByLabel('Saturday, opens')).toHaveValue('16:30')
  await expect(calls.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  const calendars = region(page, 'Other calendars')
  await expect(calendars.getByText('Only bookings made here count.')).toBeVisible()
  await calendars.getByLabel('ICS address').fill('https://127.0.0.1/mine.ics')
  await page.keyboard.press('Enter')
  await expect(calendars.getByLabel('ICS address')).toHaveAttribute('aria-invalid', 'true')
  expectRefusals(quiet, 400)
  await calls.getByRole('radio', { name: 'The firm’s office hours' }).press('Space')
  await save.press('Enter')
  await expect(page.getByText('Call settings updated successfully').first()).toBeVisible()
  await page.reload()
  await expect(calls.getByRole('radio', { name: 'The firm’s office hours' })).toBeChecked()
  await expect(saturday).toHaveCount(0)

  const off = region(page, 'Time off')
  await expect(off).toContainText('No upcoming time off')
  const add = off.getByRole('button', { name: 'Add Time Off' })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Time Off' })
  await dialog.getByLabel('From').fill('2098-12-24T09:00')
  await dialog.getByLabel('To').fill('2098-12-24T08:00')
  await dialog.getByRole('button', { name: 'Add Time Off' }).click()
  await expect(dialog.getByText('The end is before the start')).toBeVisible()
  await dialog.getByLabel('To').fill('2098-12-31T17:00')
  await page.reload()
  await add.press('Enter')
  await expect(dialog.getByLabel('From')).toHaveValue('2098-12-24T09:00')
  await dialog.getByLabel('Note').fill('Skiing')
  await dialog.getByRole('button', { name: 'Add Time Off' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(off.getByRole('listitem')).toContainText('Skiing')
  await off.getByRole('button', { name: /^Remove Dec 24, 2098/ }).press('Enter')
  await expect(off).toContainText('No upcoming time off')
  await expect(off.getByRole('heading', { name: 'Time off', exact: true })).toBeFocused()
})

test('an admin adds a meeting type, gives it a host and sees why a day has no times', async ({
  page,
  baseURL,
  quiet,
}) => {
  await asNewcomer(page, baseURL, 'admin')
  const calls = region(page, 'My calls')
  await calls.getByRole('checkbox', { name: 'Take Calls' }).check()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Call settings updated successfully').first()).toBeVisible()
  const types = region(page, 'Meeting types')
  const add = types.getByRole('button', { name: 'Add Meeting Type' })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Meeting Type' })
  const slug = `demo-${Date.now()}`
  const minutes = dialog.getByRole('spinbutton', { name: 'Length' })
  await dialog.getByLabel('Title').fill('Demo of a robot')
  await dialog.getByLabel('Address').fill(slug)
  await minutes.fill('')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Use a whole number from 5 to 480').first()).toBeVisible()
  expectRefusals(quiet, 400)
  await minutes.fill('45')
  await dialog
    .getByRole('group', { name: 'Hosts' })
    .getByRole('checkbox', { name: /^admin-/ })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  const row = types.getByRole('listitem').filter({ hasText: 'Demo of a robot' }).first()
  await expect(row).toContainText('45 minutes')
  await expect(row).toContainText(/admin-\w+/)

  await row.getByRole('button', { name: 'Link and times of Demo of a robot' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Demo of a robot' })
  await expect(preview.getByLabel('Link')).toHaveValue(new RegExp(`/book/${slug}$`))
  await expect(preview.locator('.picker-time').filter({ visible: true }).first()).toBeVisible()
  await preview
    .getByLabel('Who is free on')
    .fill(new Date(Date.now() + 4e9).toISOString().slice(0, 10))
  await expect(preview).toContainText(/No times: .*too far ahead|No times: no hours/)
})
