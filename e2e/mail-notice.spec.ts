import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from './fixtures.ts'
import { arrive } from './leads.ts'

// In one worker, because the second product is these tests' own.
test.describe.configure({ mode: 'default' })

const warning = 'Nobody is notified of new requests.'

test('with a mail server nothing is red', async ({ page }) => {
  const asked = page.waitForResponse('**/api/admin/attention')
  await signIn(page)
  expect(await (await asked).json()).toEqual({ nobodyTold: false, lines: [] })
  await expect(page.getByText('waiting for a reply').first()).toBeVisible()
  await expect(page.getByText(warning)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Set up email' })).toBeHidden()
})

const withoutMail = test.extend<object, { bare: RunningProduct }>({
  bare: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct()
      await use(product)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ bare }, use) => use(bare.url),
})

withoutMail.describe('without a mail server', () => {
  withoutMail(
    'every page says that nobody is notified, and leads to what to do',
    async ({ page }) => {
      await signIn(page, '/admin/consultations')
      const line = page.getByRole('region', { name: 'Attention' })
      await expect(line.getByRole('status')).toHaveText(warning)
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoOverflow(page)
      await line.getByRole('link', { name: 'Set up email' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Set up email' })).toBeFocused()
      await expect(line.getByRole('status')).toHaveText(warning)
    },
  )

  withoutMail('it folds to a dot for eight hours and returns', async ({ page }) => {
    await page.clock.install()
    await signIn(page, '/admin/users')
    const line = page.getByRole('region', { name: 'Attention' })
    await line.getByRole('button', { name: 'Fold for 8 hours' }).press('Enter')
    await expect(line.getByRole('status')).toBeHidden()
    const dot = line.getByRole('button', { name: warning })
    await expect(dot).toBeFocused()
    await page.reload()
    await expect(dot).toBeVisible()
    await page.clock.fastForward('07:59:00')
    await expect(dot).toBeVisible()
    await page.clock.fastForward('00:02:00')
    await expect(line.getByRole('status')).toHaveText(warning)
  })

  withoutMail(
    'an answer goes by one’s own mail program and is then recorded',
    async ({ page, request }) => {
      await arrive({ request }, { name: 'Nora Mail', email: 'nora@mail.example' })
      await signIn(page, '/admin/inbox')
      await page.getByRole('link', { name: /Nora Mail/ }).click()
      await expect(page.getByText('Email isn’t set up')).toBeVisible()
      await expect(page.getByRole('link', { name: 'nora@mail.example' }).last()).toHaveAttribute(
        'href',
        /^mailto:/,
      )
      await page.getByRole('button', { name: 'Mark as Answered' }).click()
      await expect(page.getByRole('dialog', { name: /How did you answer/ })).toBeVisible()
    },
  )
})
