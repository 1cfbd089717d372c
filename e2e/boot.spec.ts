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
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.clock.fastForward(4_000)
  await expect.poll(() => scripts.length).toBeGreaterThan(5)
})

test('the button pressed last before the client code has come is pressed again, also after it could not be brought; the section in the address has the focus', async ({
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

  const release = await withholdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Chat' }).first().click()
  await theme.click()
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/legal/privacy')
  await page.goto('/#contact')
  await page.mouse.move(5, 5)
  await takenOver(page)
  await expect(page.locator('#contact-heading')).toBeFocused()
})

test('before the client code has come both forms are sent, once, with what was typed', async ({
  page,
}) => {
  await withholdScripts(page)
  const sent: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    const fields = new URLSearchParams(request.postData() ?? '')
    sent.push(fields.get('message') ?? fields.get('projectDescription'))
  })
  const send = async (button: string, fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await page
        .getByLabel(new RegExp(`^${label}`))
        .first()
        .fill(text)
    }
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(/\/requests\/.*\/sent/)
  }
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: 'Consultation' }).first().click()
  await expect(page).toHaveURL('/consultation')
  const ada = { Name: 'Ada', Email: 'ada@early.example' }
  const project = { Company: 'Northfold', 'Project description': 'A project typed early' }
  await send('Send Request', { ...ada, ...project })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await send('Send Message', { ...ada, Message: 'Typed early' })
  expect(sent).toEqual(['A project typed early', 'Typed early'])
})

test('text typed into the next field while the client code takes over stays in that field', async ({
  page,
}) => {
  // React hydrates in slices, but at once on an event such as this blur of the company field.
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
