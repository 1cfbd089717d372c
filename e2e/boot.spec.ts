import { expect, takenOver, test, withMotion } from './fixtures.ts'

test.use(withMotion)

test.use({ stirs: false })

/** Holds the client code back until `release` is called. */
async function withholdScripts(page: import('@playwright/test').Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

test('a page that is only read brings no client code until it has long been idle', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.clock.install()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.clock.fastForward(11_000)
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
})

test('a click made before the client code has come is not lost', async ({ page }) => {
  const release = await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  release()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('a consultation asked for before the client code has come opens its dialog', async ({
  page,
}) => {
  const release = await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: 'Consultation' }).first().click()
  release()
  await expect(page.getByRole('dialog', { name: 'Request Free Consultation' })).toBeVisible()
})

for (const way of ['the button', 'Ctrl and Enter']) {
  test(`a message sent by ${way} before the client code has come is sent, once, with what was typed`, async ({
    page,
  }) => {
    const release = await withholdScripts(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/contact')) sent.push(request.postDataJSON().message)
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await page.getByLabel(/^Name/).first().fill('Ada')
    await page.getByLabel(/^Email/).fill('ada@n.example')
    const message = page.getByLabel(/^Message/)
    await message.fill(`Typed early, sent by ${way}`)
    await message.press('Tab')
    if (way === 'the button') await page.getByRole('button', { name: 'Send message' }).click()
    else await message.press('Control+Enter')
    expect(sent).toEqual([])
    release()
    await expect(page.getByRole('button', { name: 'Send Another Message' })).toBeVisible()
    expect(sent).toEqual([`Typed early, sent by ${way}`])
  })
}

for (const missing of ['js', 'css']) {
  test(`a message sent while a .${missing} file cannot be brought is sent when it can, and says so`, async ({
    page,
    quiet,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/contact')) sent.push(request.postDataJSON().message)
    })
    const files = `**/assets/*.${missing}`
    await page.route(files, (route) => route.abort())
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await page.getByLabel(/^Name/).first().fill('Ada')
    await page.getByLabel(/^Email/).fill('ada@n.example')
    await page.getByLabel(/^Message/).fill('Typed in a tunnel')
    await page.getByRole('button', { name: 'Send message' }).click()
    const notice = page.getByText('Part of this page did not load.')
    await expect(notice).toBeVisible()
    await expect(notice).toHaveRole('alert')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.unroute(files)
    const done = page.getByRole('button', { name: 'Send Another Message' })
    await expect(done).toBeVisible({ timeout: 15_000 })
    await expect(notice).toHaveCount(0)
    expect(sent).toEqual(['Typed in a tunnel'])
    expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
  })
}

test('the section in the address has the focus once the client code has come', async ({ page }) => {
  await page.goto('/#contact')
  await page.mouse.move(5, 5)
  await takenOver(page)
  await expect(page.locator('#contact-heading')).toBeFocused()
})

test('text typed into the next field while the client code takes over stays in that field', async ({
  page,
}) => {
  // React hydrates in slices, but at once on an event: here the blur of the company field.
  await page.addInitScript(() => {
    const taken = (element: Element | null) =>
      element && Object.keys(element).some((key) => key.startsWith('__react'))
    const turn = new MessageChannel()
    turn.port1.onmessage = () => {
      if (!taken(document.querySelector('header'))) return turn.port2.postMessage(null)
      document.getElementById('contact-message')?.focus()
    }
    turn.port2.postMessage(null)
  })
  const release = await withholdScripts(page)
  await page.goto('/#contact', { waitUntil: 'domcontentloaded' })
  await page.getByLabel(/^Company/).fill('Northfold')
  release()
  await takenOver(page)
  await page.keyboard.type('Four thousand slips')
  await expect(page.getByLabel(/^Message/)).toHaveValue('Four thousand slips')
  await expect(page.getByLabel(/^Company/)).toHaveValue('Northfold')
})

// Uncached pages, such as those of unknown addresses, wait for their full styles instead.
for (const path of ['/', '/services/customer-service', '/legal/privacy']) {
  test(`the full styles change nothing of ${path} that is already painted`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const release = await withholdScripts(page)
    const gate = Promise.withResolvers<void>()
    await page.route('**/assets/*.css', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => document.fonts.ready)
    await page.waitForFunction(() =>
      document.adoptedStyleSheets.every(({ cssRules }) => cssRules.length === 0),
    )
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(
            (element) =>
              element.checkVisibility() && !element.closest('svg, time, .toast-viewport'),
          )
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const { color, fontSize } = getComputedStyle(element)
            return `${element.tagName}.${element.className} ${[x, y, width, height].map(Math.round)} ${color} ${fontSize}`
          }),
      )
    const before = await boxes()
    expect(before.length).toBeGreaterThan(100)
    await page.mouse.move(5, 5)
    gate.resolve()
    await page.waitForFunction(() => {
      const full = [...document.styleSheets].filter(({ href }) => href)
      return full.length > 0 && full.every(({ media }) => media.mediaText === 'all')
    })
    const after = new Set(await boxes())
    expect(before.filter((box) => !after.has(box))).toEqual([])
    release()
  })
}
