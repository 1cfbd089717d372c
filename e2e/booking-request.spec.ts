import { heading, test } from './booking.ts'
import { dialogOf, fillRequired, openFromHeader, received } from './consultation-dialog.ts'
import { expect, takenOver } from './fixtures.ts'
import { slowAsAPerson } from './users.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test('a request leads to the picker and to a call without a word typed again, which its page shows', async ({
  page,
}) => {
  await fillRequired(await openFromHeader(page))
  await slowAsAPerson(page)
  await dialogOf(page).getByRole('button', { name: 'Send Request' }).click()
  const done = received(page)
  const filled = done.locator('.btn-primary')
  await expect(filled).toHaveText(['Choose a Time'])
  const status = done.getByRole('link', { name: /^See who reads it/ })
  const path = new URL((await status.getAttribute('href')) ?? '').pathname

  await filled.click()
  await expect(page.getByText('For your request of')).toBeVisible()
  await takenOver(page)
  await page.goto(path)
  const block = page.getByRole('region', { name: 'Your call' })
  await expect(page.locator('.btn-primary')).toHaveText(['Choose a Time'])
  await block.getByRole('link', { name: 'Choose a Time' }).click()
  await expect(page).toHaveURL(/\/book\//)
  await takenOver(page)
  await page.locator('.picker-part button').first().click()
  await expect(page.getByText('Kept for you until')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirm the Call' }).click()
  await expect(heading(page)).toHaveText('Your call is booked')

  await page.goto(path)
  await takenOver(page)
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
