import {
  berlin,
  bookCall,
  dayAfter,
  heading,
  openBooking,
  test,
  timeOf,
  timesOf,
} from './booking.ts'
import { expect, expectRefusals, takenOver } from './fixtures.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test.beforeEach(({ page, baseURL }) => openBooking(page, baseURL ?? ''))

test('of two visitors who want the same time, the second is offered close ones', async ({
  page,
  context,
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
  await other.close()
  expectRefusals(quiet, 409)
})

test('a tab that is behind changes nothing and says so', async ({
  page,
  context,
  baseURL,
  quiet,
}) => {
  const { path } = await bookCall(page, baseURL ?? '', 18)
  const other = await context.newPage()
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
