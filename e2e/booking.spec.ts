import type { Page } from '@playwright/test'
import { berlin, bookCall, dayAfter, heading, test, timeOf, timesOf } from './booking.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  takenOver,
} from './fixtures.ts'

test.use({ timezoneId: 'Europe/Berlin' })

/** Expects accessibility in both themes, and no overflow at 320 pixels or with large text. */
async function looks(page: Page): Promise<void> {
  await takenOver(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoOverflow(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

test('a visitor chooses a time and books it, once, and finds it again', async ({ page, quiet }) => {
  await page.goto(timesOf(2))
  await takenOver(page)
  await expect(heading(page)).toHaveText('Consultation call')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please choose one of the times offered.')).toBeVisible()
  await looks(page)
  await timeOf(page, '10:00 AM').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/10:00 AM \(Europe\/Berlin, GMT\+[12]\)/)).toBeVisible()
  await expect(page.getByText('Kept for you until')).toBeVisible()
  const form = page.url()
  await page.getByLabel('Name').fill('Ada Okafor')
  await page.getByLabel('Phone call').check()
  await page.getByLabel('What should we know?').fill('4,000 slips\na week')
  await page.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(page.getByRole('region', { name: 'Please check these fields' })).toContainText(
    'Valid email is required',
  )
  expectRefusals(quiet, 400)
  await looks(page)
  await expect(page.getByLabel('Phone call')).toBeChecked()
  await expect(page.getByLabel('What should we know?')).toHaveValue('4,000 slips\na week')
  await page.getByLabel('Email').fill('ada@northfold.example')
  await page.getByLabel('Phone', { exact: true }).fill('+49 30 1')
  await page.getByRole('button', { name: 'Confirm the Call' }).dblclick()
  await expect(heading(page)).toHaveText('Your call is booked')
  await expect(page.getByText('We call you.')).toBeVisible()
  await page.goto(form)
  await expect(heading(page)).toHaveText('Your call is booked')
})

test('a booked call is moved, joined and cancelled', async ({ page, baseURL }) => {
  const { path } = await bookCall(page, baseURL ?? '', 15)
  await page.goto(path)
  await page.getByRole('link', { name: 'Move' }).click()
  await expect(heading(page)).toHaveText('Move your call')
  await page.goto(`${path}?move=1&${berlin}&from=${dayAfter(5)}`)
  await timeOf(page, '4:00 PM').check()
  await page.getByRole('button', { name: 'Move the Call' }).click()
  await expect(heading(page)).toHaveText('Your call is booked')
  await expect(page.getByText(/4:00 PM \(Europe\/Berlin, GMT\+[12]\)/)).toBeVisible()

  const join = await page.getByRole('link', { name: 'Join the call' }).getAttribute('href')
  await page.goto(new URL(join ?? '').pathname)
  await expect(page.getByText('Your host sends the link before the call.')).toBeVisible()
  await looks(page)
  await page.goto(path)

  const sure = page.getByRole('button', { name: 'Yes, Cancel the Call' })
  await expect(sure).toBeHidden()
  await page.getByText('Cancel the Call', { exact: true }).click()
  await looks(page)
  await page.getByLabel('Reason').fill('No time')
  await sure.click()
  await expect(heading(page)).toHaveText('Your call is cancelled')
  await page.getByRole('link', { name: 'Choose Another Time' }).click()
  await expect(heading(page)).toHaveText('Consultation call')
})

test('the keyboard alone leads from the times to a call and to its end', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (name.test(await focused())) return
    }
    throw new Error(`No tab stop says ${name}.`)
  }
  await page.goto(timesOf(7))
  await takenOver(page)
  await tabTo(/^Later$/)
  await page.keyboard.press('Tab')
  // Each day is one tab stop, and arrow keys choose within it.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  const day = (at: number) => page.locator('.slot-day').nth(at)
  await expect(day(1).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio').nth(1)).not.toBeChecked()
  await tabTo(/^Continue$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kept for you until')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  for (const text of ['Ada Key', 'key@northfold.example']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your call is booked')
  await expect(heading(page)).toBeFocused()
  await tabTo(/^Cancel the Call$/)
  await page.keyboard.press('Enter')
  await tabTo(/^Yes, Cancel the Call$/)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your call is cancelled')
  await expect(heading(page)).toBeFocused()
})

test('another zone changes the times in place; times that cannot be loaded are asked for again; a minute before a time is given up it can be kept, and later it is still confirmed', async ({
  page,
  quiet,
}) => {
  await page.clock.install()
  await page.goto('/book/consultation')
  await takenOver(page)
  // The page uses the browser's time zone without asking.
  await expect(page.getByText('Times in Europe/Berlin')).toBeVisible()
  const status = page.getByRole('status').first()
  await expect(status).toHaveText(/^\d+ times from \w+, \w+ \d+$/)
  await page.getByText('Change').click()
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Show Times' }).click()
  await expect(page.getByText('Times in Asia/Tokyo')).toBeVisible()
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/, Asia\/Tokyo$/)
  await expect(page).toHaveURL(/zone=Asia%2FTokyo/)
  await page.getByRole('link', { name: 'Later' }).click()
  await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Later' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('Times in Asia/Tokyo')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible()

  await page.goto(timesOf(9))
  await takenOver(page)
  await timeOf(page, '9:00 AM').check()
  await page.route('**/api/slots?**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('link', { name: 'Later' }).click()
  await expect(page.getByText('The times could not be loaded.')).toBeVisible()
  expectRefusals(quiet, 503)
  await expect(timeOf(page, '9:00 AM')).toBeChecked()
  await page.unroute('**/api/slots?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Earlier' })).toBeVisible()
  await expect(page.getByText('The times could not be loaded.')).toBeHidden()

  await page.goto(timesOf(13))
  await takenOver(page)
  await timeOf(page, '11:00 AM').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(status).toContainText('Kept for you until')
  await takenOver(page)
  await page.getByLabel('Name').fill('Ada Slow')
  const keep = page.getByRole('button', { name: 'Keep This Time' })
  await expect(keep).toBeHidden()
  await page.clock.fastForward('04:05')
  await expect(status).toHaveText('One minute left.')
  await keep.click()
  await expect(status).toBeFocused()
  await page.clock.fastForward('05:30')
  await expect(status).toHaveText(
    'No longer kept for you. Confirming still works if the time is free.',
  )
  await expect(page.getByLabel('Name')).toHaveValue('Ada Slow')
  await page.getByLabel('Email').fill('slow@northfold.example')
  await page.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(heading(page)).toHaveText('Your call is booked')
})

test('of two visitors who want the same time, the second is offered close ones; a tab that is behind changes nothing and says so', async ({
  page,
  context,
  baseURL,
  quiet,
}) => {
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(timesOf(11))
    await timeOf(each, '10:00 AM').check()
  }
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Kept for you until')).toBeVisible()
  await other.getByRole('button', { name: 'Continue' }).click()
  const close = other.getByRole('group', { name: 'Somebody was faster. These times are close:' })
  await expect(close.getByRole('radio')).toHaveCount(3)
  await close.getByRole('radio').first().check()
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Kept for you until')).toBeVisible()
  expectRefusals(quiet, 409)

  const { path } = await bookCall(page, baseURL ?? '', 18)
  await other.goto(`${path}?move=1&${berlin}&from=${dayAfter(19)}`)
  await page.goto(`${path}?move=1&${berlin}&from=${dayAfter(19)}`)
  await takenOver(page)
  await timeOf(page, '10:00 AM').check()
  await page.getByRole('button', { name: 'Move the Call' }).click()
  await expect(heading(page)).toHaveText('Your call is booked')
  await timeOf(other, '1:00 PM').check()
  await other.getByRole('button', { name: 'Move the Call' }).click()
  await expect(other.getByText('This call was changed in the meantime.')).toBeVisible()
  await other.close()
  expectRefusals(quiet, 409)
})
