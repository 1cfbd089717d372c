import { expect, signIn, test } from './fixtures.ts'

test('an owner has the front door checked and reads that it works', async ({ page }) => {
  await signIn(page)
  const door = page.getByRole('region', { name: 'Front door' })
  await door.getByRole('button', { name: 'Check now' }).click()
  await expect(door.getByRole('status')).toHaveText(/^Front door verified \d\d:\d\d$/)
})
