import { startProduct } from '../test/product.ts'
import { expect, signIn, test } from './fixtures.ts'

const untold = 'Nobody is told of new inquiries and consultation requests'

test('without a mail server the overview says that nobody is told of new leads', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByText(untold)).toBeVisible()
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
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
    await expect(page.getByText('waiting for a reply').first()).toBeVisible()
    await expect(page.getByText(untold)).toBeHidden()
  })
})
