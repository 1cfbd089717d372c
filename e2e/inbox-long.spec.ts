import { expect, signIn } from './fixtures.ts'
import { clear, medianFrames, rows } from './inbox.ts'
import { arrive, test } from './leads.ts'

test('five hundred requests stay fluent', async ({ page, request }) => {
  await clear(page.request)
  await arrive({ request }, { name: 'Template' })
  await signIn(page)
  const { items, counts } = await (await page.request.get('/api/admin/inbox')).json()
  await page.route(/\/api\/admin\/inbox\?/, (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
    const one = (n: number) => ({
      ...items[0],
      id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
      name: `Person ${n}`,
    })
    const json = {
      items: Array.from({ length: 50 }, (_, n) => one(after + n)),
      next: after < 450 ? `${after + 50}` : null,
      counts: { ...counts, all: 500 },
    }
    return route.fulfill({ json })
  })
  await page.goto('/admin/inbox')
  const medianOfKeys = () => page.evaluate(medianFrames)
  await expect(rows(page)).toHaveCount(50)
  const early = await medianOfKeys()
  while ((await rows(page).count()) < 500) await rows(page).last().scrollIntoViewIfNeeded()
  // A busy machine slows both; ten times the rows must not cost ten times the time.
  await expect.poll(medianOfKeys, { timeout: 30_000 }).toBeLessThan(Math.max(120, 6 * early))
  // Pages left far below are not read again at each change.
  await rows(page).first().scrollIntoViewIfNeeded()
  await arrive({ request }, { name: 'Somebody else' })
  await expect.poll(() => rows(page).count()).toBeLessThanOrEqual(150)
})
