import { expect, signIn, test } from './fixtures.ts'
import { write } from './people.ts'

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
    const places = () =>
      panels.evaluateAll((all) =>
        all.map((panel) => {
          const { top, height } = panel.getBoundingClientRect()
          return `${panel.className}: ${top} ${height}`
        }),
      )
    const before = await places()
    expect(before.length).toBeGreaterThan(4)
    held.resolve()
    await expect(page.getByRole('tabpanel').locator('.skeleton')).toHaveCount(0)
    // A line with no content below it may load late.
    expect((await places()).slice(0, before.length)).toEqual(before)
    await page.unroute(/\/api\/(admin|contact)\//)
  }
})
