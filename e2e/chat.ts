import type { Browser, Locator, Page } from '@playwright/test'
import { WebSocket } from 'ws'
import type { ClientFrameInput, ServerFrame } from '#features/chat/protocol/protocol.ts'
import { test as base, expect, signIn, stirOnLoad } from './fixtures.ts'

/** The socket of a page: frames sent by the client, and ways to disturb the connection. */
export type Wire = {
  sent: ClientFrameInput[]
  /** While true, drops all frames from the server. */
  deaf: boolean
  /** Sends a frame in the client's name. */
  send(frame: ClientFrameInput): void
  cut(code?: number): Promise<void>
}

/** Another person's tab in a separate browser. Its console must stay silent, too. */
type Others = {
  agent: Page
  open: (more?: { viewport?: { width: number; height: number } }) => Promise<Page>
}

/** Intercepts the socket between page and server. Call this before the page is loaded. */
export async function wireOf(page: Page): Promise<Wire> {
  const wire: Wire = {
    sent: [],
    deaf: false,
    send: () => {},
    cut: async () => {},
  }
  await page.routeWebSocket(/\/ws$/, (client) => {
    const server = client.connectToServer()
    let isCut = false
    client.onMessage((message) => {
      if (isCut) return
      wire.sent.push(JSON.parse(String(message)))
      server.send(message)
    })
    server.onMessage((message) => {
      if (wire.deaf) return
      client.send(message)
    })
    wire.send = (frame) => server.send(JSON.stringify(frame))
    wire.cut = async (code = 4000) => {
      isCut = true
      await Promise.all([client.close({ code }), server.close({ code: 4000 })])
    }
  })
  return wire
}

async function openTab(
  browser: Browser,
  baseURL: string | undefined,
  messages: string[],
  more = {},
) {
  const context = await browser.newContext({ baseURL, locale: 'en-US', ...more })
  const page = await context.newPage()
  await page.addInitScript(stirOnLoad)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text())
  })
  page.on('pageerror', (error) => messages.push(error.message))
  return page
}

export const test = base.extend<Others>({
  open: async ({ browser, baseURL }, use) => {
    const messages: string[] = []
    const pages: Page[] = []
    await use(async (more) => {
      const page = await openTab(browser, baseURL, messages, more)
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
    expect(messages, 'the consoles of the others must stay silent').toEqual([])
  },
  agent: async ({ browser, baseURL }, use) => {
    const messages: string[] = []
    const page = await openTab(browser, baseURL, messages, {
      viewport: { width: 1440, height: 900 },
    })
    await signIn(page)
    await use(page)
    await page.context().close()
    expect(messages, 'the console of the agent must stay silent').toEqual([])
  },
})

export const panelOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Chat' }).getByRole('dialog')
export const logOf = (page: Page) => page.getByRole('log')
export const composerOf = (page: Page) => page.getByPlaceholder('Type your message...')
export const bubbleOf = (page: Page) => page.getByRole('button', { name: /^Open chat/ })

export async function startChat(page: Page, name: string): Promise<void> {
  await bubbleOf(page).click()
  const panel = panelOf(page)
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@tarn.example`)
  await panel.getByRole('button', { name: 'Start Chat' }).click()
  await expect(panel.getByText('Waiting for an agent to join...')).toBeVisible()
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
  await expect(composerOf(page)).toHaveValue('')
}

let visitors = 0

/** A visitor without a browser, at an address of their own, because limits count by address. */
export async function visit({ url }: { url: string }, name: string) {
  visitors += 1
  const headers = { 'x-forwarded-for': `172.16.${visitors}.1` }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { origin: url, headers })
  const heard: string[] = []
  let sessionId = ''
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as ServerFrame
    heard.push(frame.type === 'new_message' ? frame.message.content : frame.type)
    if (frame.type === 'session_created') sessionId = frame.sessionId
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  const email = `${name.toLowerCase().replace(' ', '.')}@tarn.example`
  send({ type: 'visitor_join', visitorInfo: { name, email }, visitorId: null })
  await expect.poll(() => sessionId).not.toBe('')
  return {
    heard,
    say: (content: string) => send({ type: 'send_message', sessionId, content }),
    end: () => send({ type: 'end_session', sessionId }),
    leave: () => socket.close(),
  }
}

/** Takes that visitor's chat in the console, from any screen of the agent. */
export async function takeChat(agent: Page, name: string): Promise<void> {
  await agent.getByRole('link', { name: /^Live Chat/ }).click()
  await agent.getByRole('button', { name: new RegExp(`^${name}, `) }).click()
  await expect(composerOf(agent)).toBeEnabled()
}

/** Presses Enter as Safari reports it once the composition has ended, and as other browsers do. */
export async function confirmCandidate(field: Locator) {
  for (const init of [{ keyCode: 229 }, { isComposing: true, keyCode: 13 }]) {
    await field.evaluate((element, more) => {
      const event = { key: 'Enter', bubbles: true, cancelable: true, ...more }
      element.dispatchEvent(new KeyboardEvent('keydown', event))
    }, init)
  }
}
