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
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoOverflow(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNoOverflow(page)
  await page.setViewportSize(before)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

test('on a phone a call is booked with three taps and two fields, once, and found again', async ({
  page,
  quiet,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/book/consultation')
  await takenOver(page)
  const time = page.locator('.picker-part button').first()
  await expect(time).toBeInViewport({ ratio: 1 })
  expect((await time.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await looks(page)
  await page.goto(timesOf(2))
  await takenOver(page)
  await timeOf(page, '10:00 AM').click()
  await expect(page.getByText('Kept for you until')).toBeVisible()
  const form = page.url()
  const chosen = page.getByRole('region', { name: 'The chosen time' })
  await expect(chosen).toContainText(/10:00 AM ?Berlin, GMT\+[12]/)
  await page.getByLabel('Phone call').check()
  await page.getByLabel('What is it for?').fill('4,000 slips\na week')
  await page.getByRole('button', { name: 'Confirm the Call' }).click()
  const problems = page.getByRole('region', { name: 'Please check these fields' })
  for (const text of [
    'Enter your name.',
    'Enter your email address.',
    'Enter your phone number.',
  ]) {
    await expect(problems).toContainText(text)
  }
  expectRefusals(quiet, 400)
  await looks(page)
  await expect(page.getByLabel('Phone call')).toBeChecked()
  await expect(page.getByLabel('What is it for?')).toHaveValue('4,000 slips\na week')
  await page.getByLabel('Name').fill('Ada Okafor')
  await page.getByLabel('Email').fill('ada@northfold.example')
  await page.getByLabel('Phone', { exact: false }).last().fill('+49 30 1')
  await page.getByRole('button', { name: 'Confirm the Call' }).scrollIntoViewIfNeeded()
  await expect(chosen).toBeInViewport()
  await page.getByRole('button', { name: 'Confirm the Call' }).dblclick()
  await expect(heading(page)).toHaveText('Your call is booked')
  await expect(page.getByText('We sent an invitation to a…\u2060@northfold.example.')).toBeVisible()
  await expect(page.getByText('We call you at +49 30 1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join' })).toHaveCount(0)
  await looks(page)
  await page.goto(form)
  await expect(heading(page)).toHaveText('Your call is booked')
})

test('a booked call is moved and cancelled, and says what was before', async ({
  page,
  baseURL,
}) => {
  const { path } = await bookCall(page, baseURL ?? '', 15)
  await page.goto(path)
  await expect(page.getByText('Your host sends the link before the call.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Move' }).click()
  await expect(heading(page)).toHaveText('Move your call')
  await takenOver(page)
  await expect(page.locator('.picker-time', { hasText: 'now' })).toBeVisible()
  await page.goto(`${path}?move=1&${berlin}&from=${dayAfter(5)}`)
  await takenOver(page)
  await timeOf(page, '4:00 PM').click()
  await expect(heading(page)).toHaveText('Your call is moved')
  await expect(page.getByText('4:00 PM')).toBeVisible()
  await expect(page.getByText('Before:')).toContainText('11:00 AM (Berlin, GMT+1)')

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

test('the keyboard alone leads through the month to a call and to its end', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (name.test(await focused())) return
    }
    throw new Error(`No tab stop says ${name}.`)
  }
  const dayIn = (days: number) => page.locator(`[data-day="${dayAfter(days)}"]`).getByRole('button')
  await page.goto(timesOf(7))
  await takenOver(page)
  await tabTo(new RegExp(`^${Number(dayAfter(7).slice(8))}$`))
  await expect(dayIn(7)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dayIn(14)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute(
    'data-day',
    dayAfter(13),
  )
  await tabTo(/^8:00 AM/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kept for you until')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await tabTo(/^Change$/)
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

test('another city changes the times in place; a month without times leads to the next; times that cannot be loaded are asked for again', async ({
  page,
  quiet,
}) => {
  await page.goto('/book/consultation')
  await takenOver(page)
  // The page uses the browser's time zone without asking.
  await expect(page.getByText('Times for Berlin, GMT+')).toBeVisible()
  await page.getByText('Change').click()
  await page.getByLabel('City or offset').fill('tok')
  await page.getByRole('button', { name: 'Tokyo, GMT+9' }).click()
  await expect(page.getByText('Times for Tokyo, GMT+9')).toBeVisible()
  await expect(page.locator('summary').first()).toBeFocused()
  await expect(page.getByText(/in Los Angeles/).first()).toBeVisible()
  await expect(page).toHaveURL(/zone=Asia%2FTokyo/)

  const shown = await page.locator('#picker-day').textContent()
  await page.route('**/api/slots?**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.getByText('The times could not be loaded.')).toBeVisible()
  expectRefusals(quiet, 503)
  await expect(page.locator('#picker-day')).toHaveText(shown ?? '')
  await page.unroute('**/api/slots?**')
  let isEmpty = true
  await page.route('**/api/slots?**', async (route) => {
    const answer = await route.fetch()
    const found = await answer.json()
    const nextDay = found.days[0]?.day
    await route.fulfill({ json: isEmpty ? { ...found, days: [], nextDay } : found })
    isEmpty = false
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'No free time in this month' })).toBeVisible()
  await expectAccessible(page)
  const next = page.getByRole('button', { name: /^Next free: / })
  const day = (await next.textContent())?.replace('Next free: ', '') ?? ''
  await next.click()
  await expect(page.getByRole('heading', { name: day })).toBeFocused()
})

test('a minute before a time is given up it can be kept, and later it is still confirmed', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(timesOf(10))
  await takenOver(page)
  await timeOf(page, '11:00 AM').click()
  const status = page.getByRole('status').first()
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

test('of two visitors who want the same time, the second sees it taken in its place; a tab that is behind changes nothing and says so', async ({
  page,
  context,
  baseURL,
  quiet,
}) => {
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(timesOf(11))
    // Only then is a time a button.
    await each.mouse.move(5, 5)
  }
  await timeOf(page, '10:00 AM').click()
  await expect(page.getByText('Kept for you until')).toBeVisible()
  const places = other.locator('.picker-time')
  await expect(timeOf(other, '10:00 AM')).toBeVisible()
  const count = await places.count()
  await timeOf(other, '10:00 AM').click()
  await expect(other.getByRole('alert')).toHaveText(
    'This time has just been taken. Please choose another.',
  )
  await expect(other.locator('.picker-time:has(s)', { hasText: '10:00 AM' })).toContainText('taken')
  await expect(places).toHaveCount(count)
  await other.mouse.move(6, 6)
  await timeOf(other, '3:00 PM').click()
  await expect(other.getByText('Kept for you until')).toBeVisible()
  expectRefusals(quiet, 409)

  const { path } = await bookCall(page, baseURL ?? '', 18)
  for (const each of [page, other]) {
    await each.goto(`${path}?move=1&${berlin}&from=${dayAfter(19)}`)
    await each.mouse.move(5, 5)
  }
  await timeOf(page, '10:00 AM').click()
  await expect(heading(page)).toHaveText('Your call is moved')
  await timeOf(other, '1:00 PM').click()
  await expect(other.getByText('This call was changed in the meantime.')).toBeVisible()
  await other.close()
  expectRefusals(quiet, 409)
})
