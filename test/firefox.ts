import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

const program = '/usr/bin/firefox-esr'

export const mayStartFirefox = () => existsSync(program)

/** A browser that is used by keys alone. */
export type KeyedBrowser = AsyncDisposable & {
  name: string
  open(url: string): Promise<void>
  setWidth(width: number): Promise<void>
  /** One key by its name, e.g. `Enter`, or a character. */
  press(key: string, held?: 'Control' | 'Shift'): Promise<void>
  /** @param expression JavaScript whose value is JSON. */
  read<T>(expression: string): Promise<T>
}

/** Code points of the WebDriver specification, 17.4.2. */
const codes: Record<string, string> = {
  ...{ Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Control: '\uE009', Shift: '\uE008' },
  ...{ ArrowDown: '\uE015', ArrowUp: '\uE013', Space: ' ' },
}

type Reply = { id?: number; type: string; result?: unknown; error?: string; message?: string }

function dial(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.on('message', (text: Buffer) => {
    const { id = 0, type, result, error, message } = JSON.parse(text.toString()) as Reply
    const one = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') one?.reject(new Error(`Firefox: ${error} ${message}`))
    else one?.resolve(result)
  })
  return <T>(method: string, params: object): Promise<T> => {
    const id = ++last
    const promised = Promise.withResolvers<unknown>()
    waiting.set(id, promised)
    socket.send(JSON.stringify({ id, method, params }))
    return promised.promise as Promise<T>
  }
}

/** Firefox of Debian without a window, by WebDriver BiDi, with a profile of its own. */
export async function startFirefox(): Promise<KeyedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'counterfoil-firefox-'))
  const preferences = {
    ...{ 'remote.active-protocols': 1, 'browser.shell.checkDefaultBrowser': false },
    ...{ 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false },
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const options = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
  ]
  const child = spawn(program, options, {
    env: { PATH: process.env.PATH, HOME: profile, MOZ_HEADLESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`Firefox ended: ${said}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const call = dial(socket)
  const session = await call<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  const { contexts } = await call<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context ?? ''
  return {
    name: `Firefox ${session.capabilities.browserVersion}`,
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async setWidth(width) {
      await call('browsingContext.setViewport', { context, viewport: { width, height: 900 } })
    },
    async press(key, held) {
      const value = codes[key] ?? key
      const around = held ? [codes[held] ?? ''] : []
      const actions = [
        ...around.map((one) => ({ type: 'keyDown', value: one })),
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        ...around.map((one) => ({ type: 'keyUp', value: one })),
      ]
      const source = { type: 'key', id: 'keyboard', actions }
      await call('input.performActions', { context, actions: [source] })
    },
    async read<T>(expression: string) {
      const { type, result, exceptionDetails } = await call<{
        type: string
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        ...{ expression: `(async () => JSON.stringify(await (${expression})))()` },
        ...{ target: { context }, awaitPromise: true },
      })
      if (type === 'exception') throw new Error(`Firefox: ${exceptionDetails?.text}`)
      return (result?.value === undefined ? undefined : JSON.parse(result.value)) as T
    },
    async [Symbol.asyncDispose]() {
      socket.close()
      child.kill('SIGTERM')
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
