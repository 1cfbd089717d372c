import { startProduct } from '../test/product.ts'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from './fixtures.ts'

const warning = 'Nobody is notified of new requests.'

test('the overview begins with counts and activity and ends with charts', async ({ page }) => {
  await signIn(page)
  const parts = [
    page.getByRole('link', { name: 'Total Clients' }),
    page.getByRole('heading', { name: 'Recent Activity', exact: true }),
    page.getByRole('figure', { name: 'Inquiries per week' }),
    page.getByRole('figure', { name: 'First reply' }),
  ]
  for (const part of parts) await expect(part).toBeVisible()
  const isInOrder = async () => {
    const tops: number[] = []
    for (const part of parts) tops.push((await part.boundingBox())?.y ?? 0)
    return tops.every((top, at) => at === 0 || top >= (tops[at - 1] ?? 0))
  }
  await expect.poll(isInOrder).toBe(true)
})

test('with a mail server nothing is red', async ({ page }) => {
  const asked = page.waitForResponse('**/api/admin/attention')
  await signIn(page)
  expect(await (await asked).json()).toEqual({ nobodyTold: false, lines: [] })
  await expect(page.getByText('waiting for a reply').first()).toBeVisible()
  await expect(page.getByText(warning)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Set up mail' })).toBeHidden()
})

test.describe('without a mail server', () => {
  test.use({
    baseURL: async ({ browserName: _ }, use) => {
      await using product = await startProduct()
      await use(product.url)
    },
  })

  test('every page says that nobody is notified, and leads to what to do', async ({ page }) => {
    await signIn(page, '/admin/consultations')
    const line = page.getByRole('region', { name: 'Attention' })
    await expect(line.getByRole('status')).toHaveText(warning)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThan(70)
    await line.getByRole('link', { name: 'Set up mail' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Set up mail' })).toBeFocused()
    await expect(line.getByRole('status')).toHaveText(warning)
  })

  test('it folds to a dot for eight hours, without moving the page, and returns', async ({
    page,
  }) => {
    await page.clock.install()
    await signIn(page, '/admin/users')
    const line = page.getByRole('region', { name: 'Attention' })
    const heading = page.getByRole('heading', { level: 1 })
    await line.getByRole('button', { name: 'Fold for 8 hours' }).press('Enter')
    await expect(line.getByRole('status')).toBeHidden()
    const dot = line.getByRole('button', { name: warning })
    await expect(dot).toBeFocused()
    await expectAccessible(page)
    const folded = await heading.boundingBox()
    await page.reload()
    await expect(dot).toBeVisible()
    await expect.poll(() => heading.boundingBox()).toEqual(folded)
    await page.clock.fastForward('07:59:00')
    await expect(dot).toBeVisible()
    await page.clock.fastForward('00:02:00')
    await expect(line.getByRole('status')).toHaveText(warning)
    const unfolded = await heading.boundingBox()
    await page.reload()
    await expect(heading).toBeVisible()
    await expect.poll(() => heading.boundingBox()).toEqual(unfolded)
  })
})
