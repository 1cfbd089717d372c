import { expect, test, withMotion } from './fixtures.ts'

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
