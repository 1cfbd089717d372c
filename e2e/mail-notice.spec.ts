import { startProduct } from '../test/product.ts'
import { expect, signIn, test } from './fixtures.ts'

const notice = 'New inquiries and consultation requests are not mailed'

test('the overview begins with counts and activity and, without a mail server, ends with a notice', async ({
  page,
}) => {
  await signIn(page)
  const parts = [
    page.getByRole('link', { name: 'Total Clients' }),
    page.getByRole('heading', { name: 'Recent Activity', exact: true }),
    page.getByRole('figure', { name: 'Inquiries per week' }),
    page.getByRole('figure', { name: 'First reply' }),
    page.getByRole('region', { name: 'Self-check' }),
    page.getByText(notice),
  ]
  const tops: number[] = []
  for (const part of parts) {
    await expect(part).toBeVisible()
    tops.push((await part.boundingBox())?.y ?? 0)
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test.describe('with a mail server', () => {
  test.use({
    baseURL: async ({ browserName: _ }, use) => {
      const mail = {
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'a@n.example',
        MAIL_TO: 'b@n.example',
      }
      await using product = await startProduct({ environment: mail })
      await use(product.url)
    },
  })
  test('the overview says nothing of it', async ({ page }) => {
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Recent Activity', exact: true })).toBeVisible()
    await expect(page.getByText('waiting for a reply').first()).toBeVisible()
    await expect(page.getByText(notice)).toBeHidden()
  })
})
