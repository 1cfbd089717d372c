import { expect, signIn, test, withMotion } from './fixtures.ts'
import { write } from './people.ts'

test.use(withMotion)

test('the overview does not move when what it loads arrives, with leads and without', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, '/admin/account')
  for (const leads of [0, 2]) {
    for (let lead = 0; lead < leads; lead++) await write(request, 'Ivo Brandt', 'consultation')
    const held = Promise.withResolvers<void>()
    await page.route(/\/api\/(admin|contact)\//, async (route) => {
      await held.promise
      await route.fallback()
    })
    await page.goto('/admin')
    const panels = page.getByRole('tabpanel').locator('.panel')
    const activity = page.getByRole('heading', { name: 'Recent Activity', exact: true })
    await expect(activity).toBeVisible()
    const positions = () =>
      panels.evaluateAll((all) =>
        all.flatMap((panel) => {
          const { top, height } = panel.getBoundingClientRect()
          // One whose code is on its way has no height yet.
          return height > 0 ? [`${panel.className}: ${top} ${height}`] : []
        }),
      )
    const before = await positions()
    expect(before.length).toBeGreaterThan(4)
    held.resolve()
    await expect(page.getByRole('tabpanel').locator('.skeleton')).toHaveCount(0)
    // A line with no content below it may load late.
    expect((await positions()).slice(0, before.length)).toEqual(before)
    await page.unroute(/\/api\/(admin|contact)\//)
  }
})
