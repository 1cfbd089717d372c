import type { Page } from '@playwright/test'
import { settingsSections } from '#contract/settings/sections.ts'
import { ownerPassword, type RunningProduct } from '#test/harness/product.ts'
import { pdf } from '#test/harness/sample-files.ts'
import { fillBooking, ownHours } from './booking-data.ts'
import { bookCall, takeCalls } from './calls.ts'
import { logOf, sendMessage, startChat } from './chat.ts'
import { test as base, expect, goOn, startWithMail, stirOnLoad } from './fixtures.ts'
import { answers } from './leads.ts'

/** A text of 80 letters without spaces. */
export const longWord =
  'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf'

export type Screen = {
  name: string
  /** Absent if the screen opens on the previous one. */
  path?: string
  open?: (page: Page) => Promise<void>
  /** True if the screen is shown in a browser with scripting off. */
  withoutScript?: boolean
  /** Selector for axe. The default is the open dialog or menu, or else the main part. */
  part?: string
}
type Filled = { clientId: string; projectId: string; leadId: string; automationId: string }

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(`/api${path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string }
}

/** Creates one record of every kind, with each text as long as a word can be. */
async function fill(page: Page): Promise<Filled> {
  await page.addInitScript(stirOnLoad)
  await page.goto('/')
  await startChat(page, longWord)
  await sendMessage(page, longWord)
  await expect(logOf(page)).toContainText(longWord)

  const word = longWord
  const email = `${word.slice(0, 60)}@${word.slice(0, 20)}.example`
  const lead = { name: word, email, company: word, message: word }
  await post(page, '/contact', lead)
  await post(page, '/contact', { ...lead, website: 'https://spam.example' })
  const texts = {
    phone: '5'.repeat(30),
    ...Object.fromEntries(
      ['jobTitle', 'projectDescription', 'currentChallenges', 'goals', 'additionalNotes'].map(
        (name) => [name, word],
      ),
    ),
  }
  const consultation = { ...lead, service: 'consultation' }
  const { id: leadId } = await post(page, '/contact', {
    ...consultation,
    consultationData: { ...answers, ...texts },
  })
  await post(page, '/auth/login', { username: 'admin', password: ownerPassword })
  await post(page, '/admin/users', { username: word.slice(0, 40), role: 'agent', email })
  await post(page, '/admin/services', {
    slug: 'long',
    title: word,
    category: word.slice(0, 60),
    description: word,
    longDescription: word,
    features: [word, word],
    benefits: [word],
    featured: true,
    pricingModel: word,
  })
  await post(page, '/admin/case-studies', {
    title: word,
    company: word,
    industry: word,
    duration: word.slice(0, 60),
    tags: [word.slice(0, 40)],
    challenge: word,
    solution: word,
    results: [{ value: word.slice(0, 40), label: word }],
    featured: true,
  })
  await post(page, '/admin/channels', {
    kind: 'ntfy',
    name: word,
    topic: word.slice(0, 64),
    url: 'https://1.1.1.1/',
    showNames: true,
    events: ['intake.failing'],
  })
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  await post(page, '/admin/push/subscriptions', {
    endpoint: 'https://1.1.1.1/push',
    keys,
    device: word,
  })
  const clients = '/admin/clients'
  const person = { name: word, email, company: word, phone: word.slice(0, 50), notes: word }
  const { id: clientId } = await post(page, clients, person)
  const project = { title: word, description: word, budget: word, progress: 40 }
  const { id: projectId } = await post(page, `${clients}/${clientId}/projects`, project)
  const within = `${clients}/${clientId}/projects/${projectId}`
  await post(page, `${within}/notes`, { content: word })
  const upload = await page.request.post(`/api${within}/documents/upload`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    multipart: { document: { name: `${word}.pdf`, mimeType: 'application/pdf', buffer: pdf } },
  })
  expect(upload.ok(), await upload.text()).toBe(true)
  const automationId = await fillAutomations(page, clientId)
  const hostId = await takeCalls(page)
  await bookCall(page, hostId, { name: word, company: word, note: word })
  await fillBooking(page, longWord)
  await fillSettings(page)
  await post(page, '/admin/previews', {})
  return { clientId, projectId, leadId, automationId }
}

/** Registers one that waits for its first ping, and one with runs and an open incident. */
async function fillAutomations(page: Page, clientId: string): Promise<string> {
  const word = longWord
  const made = {
    clientId,
    name: word,
    description: word,
    tools: [word],
    credentials: [{ name: word, expiresOn: '2099-01-01' }],
  }
  await post(page, '/admin/automations', made)
  const { id } = await post(page, '/admin/automations', made)
  const { pingUrl } = await (await page.request.get(`/api/admin/automations/${id}`)).json()
  const ping = async (suffix: string, data: object) => {
    const { pathname } = new URL(pingUrl)
    expect((await page.request.post(pathname + suffix, { data })).ok()).toBe(true)
  }
  await ping('', { items: 3, humanDecisions: 1 })
  await ping('/fail', { note: word })
  return id
}

/** Creates drafts with long lists. */
async function fillSettings(page: Page): Promise<void> {
  const site = await (await page.request.get('/api/admin/site')).json()
  const save = async (section: string, changes: object) => {
    const answer = await page.request.put(`/api/admin/site/draft/${section}`, {
      data: { revision: 1, value: { ...site.document[section], ...changes } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const item = { question: longWord, answer: longWord }
  await save('faq', { heading: longWord, items: Array.from({ length: 6 }, () => item) })
  const day = { name: longWord.slice(0, 60), chat: [], office: [], yearly: false }
  const date = (index: number) => new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10)
  const holidays = Array.from({ length: 6 }, (_, index) => ({ ...day, date: date(index) }))
  await save('hours', { holidays })
  await save('firm', { name: longWord.slice(0, 60), tagline: '' })
}

export const test = base.extend<object, { product: RunningProduct; filled: Filled }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      await using product = await startWithMail()
      await use(product)
    },
    { scope: 'worker' },
  ],
  filled: [
    async ({ browser, product }, use) => {
      // The context stays open, so that the visitor stays in the chat.
      const options = { baseURL: product.url, locale: 'en-US', javaScriptEnabled: true }
      const context = await browser.newContext(options)
      await use(await fill(await context.newPage()))
      await context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click({ timeout: 30_000 })

export const publicScreens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'contact form with problems', open: press('Send Message'), part: '#contact' },
  { name: 'consultation', open: press('Consultation') },
  { name: 'chat', open: press(/^Open chat|^Chat, open/) },
  { name: 'service', path: '/services/long' },
  { name: 'legal', path: '/legal/privacy' },
  { name: 'notes', path: '/notes' },
  { name: 'note', path: '/notes/what-a-confidence-is-for' },
  { name: 'not found', path: '/no-such-page' },
  { name: 'sign-in', path: '/admin/login' },
  { name: 'invitation', path: '/invitation' },
  { name: 'chat link', path: '/chat#token' },
]

async function sendLongWords(page: Page, email: string): Promise<void> {
  const form = page.locator('form:has([type=submit])')
  for (const field of await form.getByRole('textbox').all()) {
    const isAddress = (await field.getAttribute('type')) === 'email'
    await field.fill(isAddress ? email : longWord)
  }
  const answered = page.waitForEvent('load')
  await form.getByRole('button', { name: /^Send/ }).click()
  await answered
}
const refusedForm = (page: Page) => sendLongWords(page, longWord)
const sentForm = (page: Page) => sendLongWords(page, 'ada@long.example')
const sentRequest = async (page: Page) => {
  await sentForm(page)
  await page.getByRole('link', { name: /^See who reads it/ }).click()
  await page.waitForLoadState()
}

/** Public screens in a browser with scripting off. */
export const plainScreens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'contact form with problems', path: '/', open: refusedForm },
  { name: 'contact form of a service with problems', path: '/services/long', open: refusedForm },
  { name: 'message sent', path: '/', open: sentForm },
  { name: 'consultation', path: '/consultation' },
  { name: 'consultation with problems', path: '/consultation', open: refusedForm },
  { name: 'request', path: '/', open: sentRequest },
  { name: 'sign-in', path: '/admin/login' },
].map((screen) => ({ ...screen, withoutScript: true }))

/** Screens for requests from visitors and for work with clients. */
export function recordScreens({ clientId, projectId, leadId, automationId }: Filled): Screen[] {
  const tab = (name: string) => ({ name: `tab ${name}`, path: `/admin?tab=${name}` })
  const client = `/admin/clients/${clientId}`
  const project = `${client}?tab=projects&project=${projectId}`
  return [
    { name: 'overview', path: '/admin' },
    ...['clients', 'google-integrations', 'consultations', 'chat', 'inquiries'].map(tab),
    tab('services'),
    { name: 'new service', open: press('Add Service') },
    tab('case-studies'),
    { name: 'new case study', open: press('Add Case Study') },
    { name: 'clients', path: '/admin/clients' },
    { name: 'new client', path: '/admin/clients?new=1' },
    { name: 'client', path: client },
    { name: 'mail to a client', open: press('Write an Email') },
    { name: 'client projects', path: `${client}?tab=projects` },
    ...['overview', 'notes', 'documents'].map((view) => ({
      name: `project ${view}`,
      path: `${project}&view=${view}`,
    })),
    { name: 'client timeline', path: `${client}?tab=timeline` },
    { name: 'client Google', path: `${client}?tab=google` },
    { name: 'consultations', path: '/admin/consultations' },
    { name: 'consultation', path: `/admin/consultations?open=${leadId}` },
    { name: 'inbox', path: '/admin/inbox' },
    { name: 'request in the inbox', path: `/admin/inbox?lead=${leadId}` },
    { name: 'saved replies', open: press('Saved replies') },
    { name: 'stated reply', open: press('I Called') },
    { name: 'automations', path: '/admin/automations' },
    { name: 'no automations', path: '/admin/automations?state=paused' },
    { name: 'choice of a client', open: press('Client: All clients') },
    { name: 'new automation', path: '/admin/automations?new=1' },
    { name: 'automation', path: `/admin/automations/${automationId}` },
    { name: 'acknowledgement of an incident', open: press('Acknowledge') },
    {
      name: 'run',
      path: `/admin/automations/${automationId}`,
      open: (page) =>
        page.getByRole('region', { name: 'Runs' }).getByRole('button').first().click(),
    },
    {
      name: 'pause of an automation',
      path: `/admin/automations/${automationId}`,
      open: press('Pause…'),
    },
    {
      name: 'change of an automation',
      path: `/admin/automations/${automationId}`,
      open: press('Edit'),
    },
    { name: 'agenda', path: '/admin/agenda' },
    { name: 'new call', open: press('New Call') },
    {
      name: 'move of a call',
      async open(page) {
        await press(/^Call with/)(page)
        await page.getByRole('menuitem', { name: 'Move…' }).click()
      },
    },
    { name: 'chat console', path: '/admin/chat' },
    {
      name: 'chat in the console',
      open: (page) => press(new RegExp(`^${longWord}`))(page),
    },
    {
      name: 'offer of times',
      async open(page) {
        await press('Offer times')(page)
        await press('Change time 1')(page)
      },
    },
  ]
}

export function settingsScreens({ clientId }: Filled): Screen[] {
  return [
    { name: 'account', path: '/admin/account' },
    { name: 'bell', open: press(/^(Waiting:|Nothing is waiting)/) },
    { name: 'command menu', open: (page) => page.keyboard.press('Control+K') },
    { name: 'channels', path: '/admin/channels' },
    { name: 'new channel', open: press('Add Channel') },
    { name: 'users', path: '/admin/users' },
    { name: 'invite', open: press(/^Invite/) },
    { name: 'audit log', path: '/admin/audit' },
    { name: 'audit log of one client', path: `/admin/audit?client=${clientId}` },
    { name: 'mail', path: '/admin/mail' },
    { name: 'pages', path: '/admin/pages' },
    ...settingsSections.map((section) => ({
      name: `site ${section}`,
      path: `/admin/site?section=${section}`,
    })),
    { name: 'preview links', path: '/admin/site', open: press('Preview') },
    { name: 'publish', open: press('Publish…') },
    { name: 'site export', path: '/admin/site/export' },
    { name: 'site history', path: '/admin/site/history' },
    { name: 'unknown', path: '/admin/no-such-page' },
    { name: 'booking', path: '/admin/booking' },
    { name: 'new time off', open: press('Add Time Off') },
    { name: 'new meeting type', open: press('Add Meeting Type') },
    { name: 'times of a meeting type', open: press(/^Link and times of/) },
    { name: 'booking in own hours', open: ownHours },
  ]
}

/** Opens a screen and waits until its content is loaded. @returns whether the page was loaded. */
export async function show(page: Page, { path, open, withoutScript }: Screen): Promise<boolean> {
  const isInside = new URL(page.url()).pathname.startsWith('/admin') && path?.startsWith('/admin')
  const layers = page.locator('[role=dialog], [role=menu]')
  if (isInside || !path) {
    if (await layers.first().isVisible()) await page.keyboard.press('Escape')
    await expect(layers).toHaveCount(0)
  }
  if (path) await (isInside ? goOn(page, path) : page.goto(path))
  if (withoutScript) {
    await open?.(page)
    return true
  }
  await page.waitForFunction(() => 'hydrated' in window)
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('.skeleton, [aria-busy="true"]').first()).toBeHidden()
  if (open) {
    await open(page)
    await expect(page.locator('.skeleton, .dialog [aria-busy="true"]').first()).toBeHidden()
  }
  return Boolean(path) && !isInside
}
