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

test('a page that is only read brings no client code before it has rested', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.clock.install()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.clock.fastForward(4_000)
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
})

test('the button pressed last before the client code has come is pressed again', async ({
  page,
}) => {
  const release = await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const theme = page.getByRole('button', { name: /theme/i }).first()
  await page.getByRole('button', { name: 'Chat' }).first().click()
  await theme.click()
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('before the client code has come Consultation leads to its page, which sends its form', async ({
  page,
}) => {
  await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: 'Consultation' }).first().click()
  await expect(page).toHaveURL('/consultation')
  await page.getByLabel(/^Name/).fill('Ada')
  await page.getByLabel(/^Email/).fill('ada@early.example')
  await page.getByLabel(/^Company/).fill('Northfold')
  await page.getByLabel(/^Project description/).fill('Typed early')
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page).toHaveURL(/\/requests\/.*\/sent$/)
})

test('a message sent before the client code has come is sent once, with what was typed', async ({
  page,
}) => {
  await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByLabel(/^Name/).first().fill('Ada')
  await page.getByLabel(/^Email/).fill('ada@early.example')
  await page.getByLabel(/^Message/).fill('Typed early')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST')
      sent.push(new URLSearchParams(request.postData() ?? '').get('message') ?? '')
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/\/requests\/.*\/sent/)
  expect(sent).toEqual(['Typed early'])
})

test('client code that cannot be brought is asked for again at the next press', async ({
  page,
  quiet,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const theme = page.getByRole('button', { name: /theme/i }).first()
  await theme.click()
  await expect(theme).not.toHaveAttribute('aria-busy')
  await page.unroute('**/assets/*.js')
  await theme.click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(quiet.splice(0).filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([])
})

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
