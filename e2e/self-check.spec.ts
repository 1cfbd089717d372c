import { expect, signIn, test } from './fixtures.ts'

test('an owner runs the self-check and reads that all works', async ({ page }) => {
  await signIn(page)
  const line = page.getByRole('region', { name: 'Self-check' })
  await line.getByRole('button', { name: 'Check now' }).click()
  await expect(line.getByRole('status')).toHaveText(/^Self-check passed \d\d:\d\d$/)
})
