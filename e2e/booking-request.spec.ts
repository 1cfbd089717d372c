import { heading, test } from './booking.ts'
import { dialogOf, fillRequired, openFromHeader, received } from './consultation-dialog.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  takenOver,
} from './fixtures.ts'
import { slowAsAPerson } from './users.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test('after sending a request its call is booked by keyboard, where one is, also at another time and the same again, and is found again', async ({
  page,
  quiet,
}) => {
  test.slow()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const held: number[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/holds')) held.push(answer.status())
  })
  const late = () => loaded.filter((url) => url.includes('call-after-request'))
  await fillRequired(await openFromHeader(page))
  await slowAsAPerson(page)
  expect(late()).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Send Request' }).click()
  const done = received(page)
  const toTimes = done.getByRole('heading', { name: 'Choose a time for the call' })
  await expect(toTimes).toBeVisible()
  const filled = done.locator('.btn-primary:enabled')
  await expect(filled).toHaveText(['Choose a Time'])
  await page.setViewportSize({ width: 390, height: 700 })
  await done.getByRole('button', { name: 'Choose a Time' }).click()
  await expect(toTimes).toBeFocused()
  await expect(toTimes).toBeInViewport()
  await expect(done.getByRole('radio').first()).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(late()).not.toEqual([])
  const days = done.locator('.slot-day')
  await expect(days).toHaveCount(5)
  await expect(done.getByText('Times in Europe/Berlin')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await days.nth(3).getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(days.nth(3).getByRole('radio').nth(1)).toBeChecked()
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`No tab stop says ${name}.`)
  }
  await expect(filled).toHaveText(['Continue'])
  await tabTo('Continue')
  await page.keyboard.press('Enter')
  const confirm = done.getByRole('heading', { name: 'Confirm the Call' })
  await expect(confirm).toBeFocused()
  await expect(done.getByText('Kept for you until')).toBeVisible()
  await expect(done.getByLabel('Email')).toHaveCount(0)
  for (const at of [1, 4, 1]) {
    await done.getByRole('button', { name: 'Other Time' }).click()
    await days.nth(3).getByRole('radio').nth(at).check()
    await done.getByRole('button', { name: 'Continue' }).click()
    await expect(done.getByText('Kept for you until')).toBeVisible()
  }
  expect(held).toEqual([201, 201, 201, 201])
  await done.getByLabel('Phone call').check()
  await done.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(done.getByText('A phone number is required for a phone call').first()).toBeVisible()
  expectRefusals(quiet, 400)
  await done.getByLabel('Video call').check()
  // The response is held back, because the second click would otherwise hit what it brings.
  const clicked = Promise.withResolvers<void>()
  await page.route('**/api/bookings', async (route) => {
    await clicked.promise
    await route.continue()
  })
  await done.getByRole('button', { name: 'Confirm the Call' }).dblclick()
  clicked.resolve()
  await expect(done.getByRole('heading', { name: 'Your call is booked' })).toBeFocused()
  await expect(filled).toHaveText(['Close'])
  expect(loaded.filter((url) => url.endsWith('/api/bookings'))).toHaveLength(2)

  const status = done.getByRole('link', { name: /^See who reads it/ })
  const path = new URL((await status.getAttribute('href')) ?? '').pathname
  await tabTo('Cancel')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your call is booked')
  await page.goto(path)
  await takenOver(page)
  const block = page.getByRole('region', { name: 'Your call' })
  await expect(block.getByRole('link', { name: 'Move' })).toBeVisible()
  await block.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('Cancel the Call', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, Cancel the Call' }).click()
  await expect(heading(page)).toHaveText('Your call is cancelled')
  await page.goto(path)
  await expect(block).toContainText('This call is cancelled.')
  await block.getByRole('link', { name: 'Choose Another Time' }).click()
  await expect(page.getByText('For your request of')).toBeVisible()
})
