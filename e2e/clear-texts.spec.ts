import type { Page } from '@playwright/test'
import { automations } from '#features/automations/register/contract.ts'
import { clients } from '#features/clients/contract.ts'
import { allInquiries } from '#test/harness/leads.ts'
import { type RunningProduct, startProduct } from '#test/harness/product.ts'
import { runCli } from '#test/harness/run-cli.ts'
import { ownerOf } from '#test/harness/site-owner.ts'
import { paths } from './addresses.ts'
import { recordScreens, type Screen, settingsScreens, show } from './every-screen.ts'
import { test as base, expect, openSession } from './fixtures.ts'
import { textFaultsOf } from './text-faults.ts'

async function sendRequest({ url }: RunningProduct, name: string): Promise<void> {
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: 'priya@words.example', message: '4,000 slips a week.' }),
  })
  expect(answer.status).toBe(201)
}

/** A product with the demo firm. */
const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startProduct()
      const seeded = await runCli(['seed:demo'], { DATA_DIR: product.dataDir })
      expect(seeded.errors).toBe('')
      // The inquiry gives the bell something to show.
      await sendRequest(product, 'Priya Raman')
      await use(product)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.describe.configure({ mode: 'default' })
test.setTimeout(240_000)

/** Menus and dialogs that are also checked. Others need records that the demo does not have. */
const opened = ['bell', 'command menu', 'new service', 'mail to a client', 'invite']

/** Widths of phones, tablets, laptops and desktops. */
const widths = [390, 820, 1280, 1440]

async function expectClear(page: Page, screens: Screen[]): Promise<void> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await show(page, screen)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      let faults: string[] = []
      // Charts and lists adapt to a new width only in later frames.
      await expect
        .poll(
          async () => {
            faults = await textFaultsOf(page)
            return faults.length
          },
          { timeout: 5_000 },
        )
        .toBe(0)
        .catch(() => {})
      found.push(...faults.map((fault) => `${screen.name}, ${width} wide: ${fault}`))
    }
  }
  expect(found).toEqual([])
}

test('no text of a public page lies over another or is cut', async ({ page, quiet }) => {
  const more = [
    '/',
    '/notes',
    '/notes/what-a-confidence-is-for',
    '/consultation',
    '/chat',
    '/nowhere',
  ]
  const screens = [...more, ...paths, '/book/consultation', '/admin/login', '/invitation']
  await expectClear(
    page,
    screens.map((path) => ({ name: path, path })),
  )
  quiet.splice(0)
})

test('no text of the back-office lies over another or is cut', async ({ page, product, quiet }) => {
  const owner = await ownerOf(product, product.url)
  const [client] = (await owner.call(clients.list, {})).clients
  const [lead] = await allInquiries(owner)
  const [project] = client?.projects ?? []
  const [automation] = (await owner.call(automations.list, {})).items
  const ids = {
    clientId: client?.id ?? '',
    projectId: project?.id ?? '',
    leadId: lead?.id ?? '',
    automationId: automation?.id ?? '',
  }
  await openSession(page)
  const all = [...recordScreens(ids), ...settingsScreens(ids)]
  const screens = all.filter(({ name, open }) => !open || opened.includes(name))
  await expectClear(page, screens)
  quiet.splice(0)
})
