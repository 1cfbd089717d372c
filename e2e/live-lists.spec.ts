import type { Page } from '@playwright/test'
import { expect, signIn, untilLive, withMotion } from './fixtures.ts'
import { arrive, test } from './leads.ts'

test.use(withMotion)

/** Returns a function that fails if the page has been reloaded. */
async function neverReloaded(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return async () => expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
}

const surname = () => crypto.randomUUID().slice(0, 8)

const newsOf = (page: Page) => page.getByRole('status').getByRole('button', { name: / new / })

test('open lists say that there is a new lead, and show what somebody else does with it; spam, the overview and the consultations are as live', async ({
  page,
  request,
  context,
}) => {
  // The list detects new leads on its own, even before the tools of the frame have loaded.
  const tools = Promise.withResolvers<void>()
  await page.route('**/assets/tools-*.js', async (route) => {
    await tools.promise
    await route.continue()
  })
  await untilLive(page, () => signIn(page, '/admin?tab=inquiries'))
  const stays = await neverReloaded(page)
  const name = `Ada ${surname()}`
  const row = page.getByRole('row').filter({ hasText: name })
  const id = await arrive({ request }, { name })
  await expect(newsOf(page)).toHaveText('1 new inquiry')
  tools.resolve()
  await expect(page).toHaveTitle(/^\(1\) Inquiries/)
  await expect(page.getByRole('button', { name: /Waiting: .*new inquir/ })).toBeVisible()
  await expect(row).toHaveCount(0)
  await newsOf(page).click()
  await expect(row).toBeVisible()
  await expect(newsOf(page)).toHaveCount(0)
  await expect(page).toHaveTitle(/^Inquiries/)
  const changed = await page.request.patch(`/api/contact/inquiries/${id}/status`, {
    data: { status: 'contacted' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(changed.status()).toBe(200)
  await expect(row).toContainText('Contacted')

  const [overview, consultations] = [await context.newPage(), await context.newPage()]
  await untilLive(overview, () => overview.goto('/admin'))
  await untilLive(consultations, () => consultations.goto('/admin/consultations'))
  await page.getByRole('tab', { name: /Spam/ }).click()
  const [bot, asks] = [`Bot ${surname()}`, `Ivo ${surname()}`]
  await arrive({ request }, { name: bot, website: 'http://x' })
  await expect(page.getByRole('list', { name: 'Spam', exact: true })).toContainText(bot)
  await arrive(
    { request },
    { name: asks, service: 'consultation', consultationData: { goals: 'x' } },
  )
  const activity = overview.getByRole('region', { name: 'Recent Activity' })
  for (const [open, shown] of [
    [overview, activity],
    [consultations, consultations.getByRole('main')],
  ] as const) {
    await expect(newsOf(open)).toHaveText('1 new consultation request')
    await expect(shown).not.toContainText(asks)
    await newsOf(open).click()
    await expect(shown).toContainText(asks)
  }
  await page.getByRole('button', { name: `Not spam: ${bot}` }).click()
  await expect(activity).toContainText(bot)
  await stays()
})

test('wherever somebody works the tab counts new leads, rings and notifies, until they are shown', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    Object.defineProperty(document, 'hidden', { get: () => true })
    class Notice {
      static permission = 'granted'
      constructor(_title: string, { body }: { body: string }) {
        shown.push(body)
      }
    }
    Object.assign(window, { Notification: Notice })
    localStorage.setItem('chat-alerts', JSON.stringify({ notifications: true }))
  })
  await untilLive(page, () => signIn(page, '/admin/clients'))
  const [first, second] = [`Ada ${surname()}`, `Ivo ${surname()}`]
  await arrive({ request }, { name: first })
  await expect(page).toHaveTitle(/^\(1\) Clients/)
  await arrive({ request }, { name: second, service: 'consultation' })
  await expect(page).toHaveTitle(/^\(2\) Clients/)
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([
    `${first} sent an inquiry.`,
    `${second} asked for a consultation.`,
  ])
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await navigation.getByRole('link', { name: 'Consultations' }).click()
  await expect(page.getByRole('main')).toContainText(second)
  await expect(page).toHaveTitle(/^\(1\) Consultations/)
  await navigation.getByRole('link', { name: /^Needs reply/ }).click()
  await expect(page.getByRole('main')).toContainText(first)
  await expect(page).toHaveTitle(/^Needs reply/)
})

test('a new lead moves neither table, nor list of a phone, nor an open dialog; a lead opened at the moment its search is written stays open', async ({
  page,
  request,
}) => {
  const group = surname()
  let arrived = 0
  const more = async () => arrive({ request }, { name: `Lead ${arrived++} ${group}` })
  // More than a page holds, so that each new lead also pushes one off the page.
  while (arrived < 60) await more()
  const name = `Lead 30 ${group}`
  const link = page.getByRole('link', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const topOf = async () => Math.round((await link.boundingBox())?.y ?? -1)
  await untilLive(page, () => signIn(page, `/admin?tab=inquiries&q=${group}`))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText(new RegExp(`^${arrived} of [\\d,]+ inquiries$`))).toBeVisible()
    await link.scrollIntoViewIfNeeded()
    const before = await topOf()
    for (let news = 0; news < 3; news++) {
      await more()
      await expect(page.getByText(new RegExp(`^${arrived} of [\\d,]+ inquiries$`))).toBeVisible()
    }
    await expect(newsOf(page)).toHaveText('3 new inquiries')
    await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1)
    await link.click()
    await dialog.getByText('Close', { exact: true }).focus()
    await more()
    await expect(page.getByText(new RegExp(`^${arrived} of [\\d,]+ inquiries$`))).toBeAttached()
    await expect(dialog).toContainText(name)
    await expect(dialog.getByText('Close', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await newsOf(page).click()
    await expect(newsOf(page)).toHaveCount(0)
  }

  await page.clock.install()
  for (const term of [name, group]) {
    // The clock is paused until both timers are scheduled.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    await page.getByRole('searchbox').fill(term)
    // Both run in one task, so that the link's navigation is not rendered yet.
    await page.evaluate((text) => {
      const links = [...document.querySelectorAll('a')]
      setTimeout(() => links.find((link) => link.textContent === text)?.click(), 249)
    }, name)
    await page.clock.runFor(300)
    await page.clock.resume()
    await expect(page).toHaveURL((url) => url.searchParams.has('open'))
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
