import { bookCall, letPass, takeCalls } from './calls.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectRefusals,
  signIn,
  test,
} from './fixtures.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
const long = 'Every morning somebody types forty delivery notes into the ledger by hand. '.repeat(
  60,
)

test('a call’s brief is reached from the agenda, and printed without its button; afterwards it takes outcome and notes; an unknown call leads back', async ({
  page,
  context,
  product,
  quiet,
}) => {
  const hostId = await takeCalls(page)
  const email = `${crypto.randomUUID()}@northfold.example`
  const sent = await page.request.post('/api/contact', {
    headers,
    data: {
      name: 'Ada Okafor',
      email,
      company: 'Northfold',
      service: 'consultation',
      message: 'Our delivery notes are typed by hand.\nWe lose a day a week.',
      consultationData: {
        budget: '50k-100k',
        timeline: 'asap',
        urgency: 'high',
        teamSize: '11-50',
        projectDescription: long,
        currentChallenges: long,
        goals: 'No more typing',
      },
      page: '/services/documents#form',
      filledInMs: 9000,
    },
  })
  expect(sent.ok()).toBe(true)
  const { id: inquiryId } = (await sent.json()) as { id: string }
  const { id } = await bookCall(page, hostId, { inquiryId })
  await signIn(page, '/admin/agenda')
  await page
    .locator(`[data-call="${id}"]`)
    .getByRole('link', { name: /^Brief/ })
    .click()
  await expect(page).toHaveURL(`/admin/agenda/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: /Ada Okafor/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ask' })).toBeVisible()
  await expect(page.getByText('/services/documents#form')).toBeVisible()
  await expect(page.getByText(long.trim()).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(long.trim()).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  expect(context.pages()).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  await letPass(product, id)
  await page.reload()
  await page.getByLabel('Happened').check()
  await page.getByLabel('Notes').fill('They decide in May.')
  await page.reload()
  await expect(page.getByLabel('Notes'), 'what was typed is kept').toHaveValue(
    'They decide in May.',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Happened')).toBeChecked()
  await expect(page.getByLabel('Notes')).toHaveValue('They decide in May.')

  await page.goto(`/admin/agenda/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Call not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the Agenda' }).click()
  await expect(page).toHaveURL(/\/admin\/agenda$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  expectRefusals(quiet, 404)
})
