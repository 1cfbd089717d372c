import { expect, expectAccessible, hasten, test, withMotion } from './fixtures.ts'

test.use(withMotion)

const services = [
  'Document Processing',
  'Customer Service Automation',
  'Marketing Automation',
  'Data Analysis & Insights',
  'Custom AI Solutions',
  'Workflow Automation',
]
const featured = ['Northfold Logistics', 'Quarry Lane Clinics', 'Saltmarsh Housing']

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page shows all services and featured case studies', async ({ page }) => {
    await page.goto('/')
    for (const title of services) {
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    }
    for (const company of featured) await expect(page.getByText(company).first()).toBeVisible()
    await expect(page.locator('#contact details')).toHaveCount(5)
    await expect(page.locator('#contact')).toContainText('@')
  })
})

test('the home page is accessible in both themes, wide and narrow', async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})

test('the 404 page says so, with its status, and is accessible', async ({ page, quiet }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('Page Not Found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
  quiet.splice(0)
})

test('the theme is light at first whatever the system prefers, and the choice stays', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('the whole page loads from its own origin with two fonts', async ({ page, baseURL }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(
    requests.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('data:')),
  ).toEqual([])
  expect(new Set(requests.filter((url) => url.endsWith('.woff2'))).size).toBe(2)
})

test('the document of the first screen travels along its rail and arrives', async ({ page }) => {
  await page.goto('/')
  const sheet = page.locator('.hero .journey-sheet').first()
  await page.getByRole('button', { name: 'Run it again' }).click()
  const lasts = () =>
    sheet.evaluate((element) => element.getAnimations()[0]?.effect?.getTiming().duration)
  await expect.poll(lasts).toBe(4600)
  const left = () => sheet.evaluate((element) => element.getBoundingClientRect().left)
  const start = await sheet.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.currentTime = 0
    return element.getBoundingClientRect().left
  })
  const hastened = async () => {
    await hasten(page)
    return lasts()
  }
  await expect.poll(hastened, { timeout: 10_000 }).toBe(undefined)
  expect(await left()).toBeGreaterThan(start)
})
