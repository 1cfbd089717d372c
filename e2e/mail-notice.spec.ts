import { startProduct } from '#test/harness/product.ts'
import { takeCalls } from './calls.ts'
import { expect, expectAccessible, expectNoOverflow, signIn, test } from './fixtures.ts'
import { arrive, toastWith } from './leads.ts'

test.use({
  baseURL: async ({ browserName: _ }, use) => {
    await using product = await startProduct()
    await use(product.url)
  },
})

const warning = 'Nobody is notified of new requests.'

test('without a mail server every page says that nobody is notified, and an answer goes by one’s own mail program; without a host the agenda says so', async ({
  page,
  request,
  context,
}) => {
  await arrive({ request }, { name: 'Nora Mail', email: 'nora@mail.example' })
  await page.clock.install()
  await signIn(page, '/admin/agenda')
  const line = page.getByRole('region', { name: 'Attention' })
  await expect(line.getByRole('status')).toHaveText(warning)
  await expect(page.getByText('Nobody takes calls yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Take Calls' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await line.getByRole('link', { name: 'Set up email' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Set up email' })).toBeFocused()
  await expect(line.getByRole('status')).toHaveText(warning)

  await takeCalls(page)
  await page.goto('/admin/agenda')
  await expect(page.getByRole('heading', { name: 'No calls booked' })).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastWith(page, 'Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/book\/consultation$/)

  // The line stays folded to a dot for eight hours.
  await line.getByRole('button', { name: 'Collapse for 8 hours' }).press('Enter')
  await expect(line.getByRole('status')).toBeHidden()
  const dot = line.getByRole('button', { name: warning })
  await expect(dot).toBeFocused()
  await page.goto('/admin/inbox')
  await expect(dot).toBeVisible()
  await page.clock.fastForward('07:59:00')
  await expect(dot).toBeVisible()
  await page.clock.fastForward('00:02:00')
  await expect(line.getByRole('status')).toHaveText(warning)

  // On a phone, data that loads later moves the end of the request, which could misplace a click.
  const read = Promise.withResolvers<void>()
  await page.route('**/admin/inbox/history?*', async (route) => {
    await read.promise
    await route.continue()
  })
  await page.getByRole('link', { name: /Nora Mail/ }).click()
  const noMail = page.getByText('Email isn’t set up')
  await expect(noMail).toBeAttached()
  await expect(noMail).toBeHidden()
  read.resolve()
  await expect(noMail).toBeVisible()
  await expect(page.getByRole('link', { name: 'nora@mail.example' }).last()).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await page.getByRole('button', { name: 'Mark as Answered' }).click()
  await expect(page.getByRole('dialog', { name: /How did you answer/ })).toBeVisible()
})
