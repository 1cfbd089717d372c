import type { Page } from '@playwright/test'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { expect, expectAccessible, test as plain } from './fixtures.ts'
import { expectTranslated, translate } from './translator.ts'

// All tests run in one worker, because they share a product of their own.
plain.describe.configure({ mode: 'default' })

type Command = { command: string; first: unknown; rest: Record<string, unknown> }

/** A second product with analytics configured. The tag is replaced by an empty script. */
const test = plain.extend<{ tags: string[] }, { measured: RunningProduct }>({
  measured: [
    async ({ browserName: _ }, use) => {
      const environment = { GTM_ID: 'GTM-TEST1', GA_MEASUREMENT_ID: 'G-TEST1' }
      await using product = await startProduct({ environment })
      await use(product)
    },
    { scope: 'worker' },
  ],
  tags: async ({ page }, use) => {
    const asked: string[] = []
    await page.route('https://www.googletagmanager.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    await use(asked)
  },
})

function commandsOf(page: Page): Promise<Command[]> {
  return page.evaluate(() =>
    ((Reflect.get(window, 'dataLayer') as object[] | undefined) ?? []).map((entry) => {
      const [command, first, rest] = Array.from(entry as ArrayLike<unknown>)
      return { command, first, rest: rest ?? {} } as Command
    }),
  )
}

async function events(page: Page): Promise<unknown[]> {
  return (await commandsOf(page))
    .filter(({ command }) => command === 'event')
    .map(({ first }) => first)
}

const banner = (page: Page) => page.getByRole('region', { name: 'May we count your visit?' })

test('without an id the page loads from its own origin with two fonts, nothing is kept, nobody is asked', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  const fonts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.add(request.url())
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL ?? '')) {
      foreign.push(request.url())
    }
  })
  const answer = await page.goto('/')
  expect(answer?.headers()['content-security-policy']).not.toContain('google')
  await expect.poll(() => fonts.size).toBe(2)
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  await expect(page.getByText('LinkedIn: Coming soon')).toBeVisible()
  await page.getByRole('heading', { name: 'Document Processing' }).click()
  await expect(page).toHaveURL(/document-processing$/)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cookie Settings' })).toHaveCount(0)
  expect(foreign).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(await commandsOf(page)).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('before a choice all four signals are denied, no tag is loaded, both answers are alike', async ({
  page,
  measured,
  tags,
}) => {
  const answer = await page.goto(measured.url)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain('https://www.googletagmanager.com')
  expect(policy).not.toContain('unsafe')
  await expect(banner(page)).toBeVisible()
  expect(await commandsOf(page)).toContainEqual({
    command: 'consent',
    first: 'default',
    rest: {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
    },
  })
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  expect(await events(page)).toEqual([])
  expect(tags).toEqual([])

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // The button moves in the frame after the question gets its new height.
    const isClear = async () => {
      const bubble = await page.getByRole('button', { name: 'Open chat' }).boundingBox()
      const question = await banner(page).boundingBox()
      const above = Number(bubble?.y) + Number(bubble?.height) <= Number(question?.y)
      const beside = Number(bubble?.x) + Number(bubble?.width) <= Number(question?.x)
      return above || beside
    }
    await expect.poll(isClear, 'the question covers no chat').toBe(true)
    const appearances = await Promise.all(
      ['Reject', 'Accept Analytics'].map((name) =>
        banner(page)
          .getByRole('button', { name })
          .evaluate((button) => {
            const { width, height } = button.getBoundingClientRect()
            const { color, backgroundColor, borderColor, font } = getComputedStyle(button)
            return { width, height, color, backgroundColor, borderColor, font }
          }),
      ),
    )
    expect(appearances[0]).toEqual(appearances[1])
  }
  await expectAccessible(page)

  // The banner must cover neither the last link of the page nor any element focused by keyboard.
  const last = page.getByRole('button', { name: 'Cookie Settings' })
  await page.getByRole('link', { name: 'About', exact: true }).last().focus()
  for (let step = 0; step < 40; step++) {
    const hidden = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        const consent = document.querySelector('.consent')
        if (!consent) throw new Error('the banner is gone')
        const box = consent.getBoundingClientRect()
        const own = focused?.getBoundingClientRect()
        if (!focused || !own || consent.contains(focused)) return false
        return own.top >= box.top && own.bottom <= box.bottom && own.left >= box.left
      })
    await expect.poll(hidden).toBe(false)
    if (await last.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(last).toBeFocused()
})

test('accepting loads the tag and counts, the choice stays and can be changed', async ({
  page,
  measured,
  tags,
}) => {
  await page.goto(`${measured.url}/?email=ada@northfold.example&utm_source=news`)
  await banner(page).getByRole('button', { name: 'Accept Analytics' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect.poll(() => tags.length).toBe(2)
  expect(tags).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=G-TEST1',
    'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1',
  ])
  const commands = await commandsOf(page)
  const order = commands.map(({ command, first }) => `${command} ${String(first)}`)
  expect(order.indexOf('consent default')).toBe(0)
  expect(order.indexOf('config G-TEST1')).toBeGreaterThan(order.indexOf('consent update'))
  expect(commands.find(({ first }) => first === 'update')?.rest).toMatchObject({
    analytics_storage: 'granted',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  })
  expect(commands.find(({ first }) => first === 'page_view')?.rest).toEqual({
    page_title: await page.title(),
    page_location: `${measured.url}/?utm_source=news`,
    page_path: '/',
  })

  await page.getByRole('button', { name: 'LinkedIn' }).click()
  await page.getByRole('heading', { name: 'Document Processing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Document Processing')
  await expect.poll(() => events(page)).toContain('footer_click')
  await expect
    .poll(async () => (await events(page)).filter((name) => name === 'page_view').length)
    .toBe(2)
  expect(
    (await commandsOf(page)).find(({ first }) => first === 'service_interaction')?.rest,
  ).toEqual({
    service_slug: 'document-processing',
    action: 'open',
  })
  await page.getByLabel(/^Name/).fill('Ada Okafor')
  await page.getByLabel(/^Email/).fill('ada@northfold.example')
  await page.getByLabel(/^Company/).fill('Northfold Logistics')
  await page.getByLabel(/^Message/).fill('Four thousand slips')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has arrived')).toBeVisible()
  const sent = await commandsOf(page)
  expect(sent.find(({ first }) => first === 'contact_form_submit')?.rest).toEqual({
    service_interest: 'Document Processing',
    company: 'given',
    source: 'service_page',
    contact_method: 'email',
  })
  expect(JSON.stringify(sent)).not.toMatch(/Ada|Okafor|northfold|Northfold|thousand/)

  await page.reload()
  await expect.poll(() => events(page)).toEqual(['page_view'])
  await expect(banner(page)).toHaveCount(0)

  const settings = page.getByRole('button', { name: 'Cookie Settings' })
  await settings.focus()
  await page.keyboard.press('Enter')
  await expect(banner(page)).toBeFocused()
  await expect(banner(page)).toContainText('So far you have accepted analytics.')
  await page.context().addCookies([{ name: '_ga', value: '1', url: measured.url }])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('button', { name: 'Reject' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner(page)).toHaveCount(0)
  await expect(settings).toBeFocused()
  expect((await commandsOf(page)).at(-1)).toMatchObject({ command: 'consent', first: 'update' })
  await expect.poll(async () => (await page.context().cookies()).length).toBe(0)
  const before = await events(page)
  await page.getByRole('button', { name: 'LinkedIn' }).click()
  expect(await events(page)).toEqual(before)

  tags.splice(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie Settings' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(tags).toEqual([])
  await expect(banner(page)).toHaveCount(0)
})

test('translated, the question is answered, asked for again and answered otherwise; behind the sign-in no tag is let in', async ({
  page,
  measured,
  tags,
  quiet,
}) => {
  await page.addInitScript(translate, 'font' as const)
  await page.goto(`${measured.url}/legal/cookies`)
  await expect(banner(page)).toBeVisible()
  await expectTranslated(page)
  await banner(page).getByRole('button', { name: 'Accept Analytics' }).click()
  await expect.poll(() => tags.length).toBe(2)
  const settings = page.getByRole('button', { name: 'Cookie Settings' })
  for (const [answered, next] of [
    ['accepted', 'Reject'],
    ['rejected', 'Accept Analytics'],
  ] as const) {
    await expect(banner(page)).toHaveCount(0)
    await settings.click()
    await expect(banner(page)).toContainText(`${answered}·`)
    await expectTranslated(page)
    await banner(page).getByRole('button', { name: next }).click()
  }

  tags.splice(0)
  const answer = await page.goto(`${measured.url}/admin/login`)
  expect(answer?.headers()['content-security-policy']).not.toContain('google')
  expect(await page.evaluate(() => localStorage.getItem('analytics-consent'))).toBe('granted')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(tags).toEqual([])
  quiet.splice(0)
})

test('the data of pages that are not measured do not name the account', async ({ measured }) => {
  const read = async (path: string) => await (await fetch(`${measured.url}${path}`)).text()
  for (const path of ['/', '/_.data', '/legal/privacy', '/notes.data']) {
    expect(await read(path), path).toContain('G-TEST1')
  }
  const secret = 'x'.repeat(43)
  for (const path of [
    `/requests/${secret}`,
    `/requests/${secret}.data`,
    `/Requests/${secret}/sent`,
    `/meetings/${secret}`,
    `/join/${secret}`,
    `/book/holds/${secret}`,
    '/book/consultation',
    '/book/consultation.data',
    '/chat',
    '/invitation',
    '/admin',
    '/admin/login',
    `/preview/${secret}/notes`,
  ]) {
    expect(await read(path), path).not.toMatch(/G-TEST1|GTM-TEST1/)
  }
})
