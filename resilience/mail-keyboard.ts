import { chromium } from '@playwright/test'
import axe from 'axe-core'
import type { Report } from '../bench/report.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { until } from '../test/chat-pairs.ts'
import { type KeyedBrowser, mayStartFirefox, startFirefox } from '../test/firefox.ts'
import { freePort, ownerPassword, startProduct } from '../test/product.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { mailEnvironment, newVisitor, query } from './mail-ledger.ts'

async function startChromium(): Promise<KeyedBrowser> {
  const executablePath = findChromium() ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  return {
    name: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    setWidth: (width) => page.setViewportSize({ width, height: 900 }),
    press: (key, held) => page.keyboard.press(held ? `${held}+${key}` : key),
    read: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

const active = 'document.activeElement'
const hasText = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`

/** Keys of a person, and the state expected before the next one. */
function userOf(browser: KeyedBrowser) {
  let keys = 0
  const press = async (key: string, held?: 'Control' | 'Shift') => {
    keys++
    await browser.press(key, held)
  }
  const sees = (what: string, expression: string) =>
    until(`${what} in ${browser.name}`, 30_000, () => browser.read<boolean>(`!!(${expression})`))
  return {
    ...{ press, sees, keys: () => keys },
    async type(text: string) {
      for (const character of text) await press(character)
    },
    /** Tab leads there. */
    async tabTo(what: string, selector: string) {
      for (let n = 0; n < 40; n++) {
        if (await browser.read<boolean>(`${active}?.matches(${JSON.stringify(selector)}) ?? false`))
          return
        await press('Tab')
      }
      throw new Error(`Tab does not lead to ${what} in ${browser.name}`)
    },
  }
}

/** Violations of WCAG 2.2 AA in light and dark, at 1,280 and 320 pixels. */
async function violations(browser: KeyedBrowser): Promise<string[]> {
  const found: string[] = []
  for (const width of [1280, 320]) {
    await browser.setWidth(width)
    for (const isDark of [false, true]) {
      await browser.read(`document.documentElement.classList.toggle('dark', ${isDark})`)
      // Colours change over 200 ms.
      await browser.read(
        'Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))',
      )
      await browser.read(`(() => { ${axe.source}; return true })()`)
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const violated = await browser.read<string[]>(
        `window.axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })})
          .then(({ violations }) => violations.map(({ id }) => id))`,
      )
      const isWider = await browser.read<boolean>(
        'document.documentElement.scrollWidth > innerWidth',
      )
      found.push(
        ...violated.map((id) => `${id} at ${width}`),
        ...(isWider ? [`scrolls at ${width}`] : []),
      )
    }
  }
  await browser.read(`document.documentElement.classList.remove('dark')`)
  await browser.setWidth(1280)
  return found
}

const row = '.inbox-row[aria-current]'

/** Signs in, answers, snoozes, records a call and closes, without a pointer. */
async function workThrough(
  browser: KeyedBrowser,
  url: string,
): Promise<{ keys: number; axe: string[] }> {
  const { press, type, tabTo, sees, keys } = userOf(browser)
  await browser.setWidth(1280)
  await browser.open(`${url}/admin/login`)
  await sees('the form', `document.querySelector('input[autocomplete=username]')`)
  await tabTo('the name', 'input[autocomplete=username]')
  await type('admin')
  await tabTo('the password', 'input[autocomplete=current-password]')
  await type(ownerPassword)
  await press('Enter')
  await sees('the dashboard', `location.pathname === '/admin' && document.querySelector('h1')`)
  await sees('the keys', `document.querySelector('a[href="/admin/inbox"]')`)
  await press('g')
  await press('r')
  await sees('four requests', `document.querySelectorAll('.inbox-row').length === 4`)
  await press('j')
  await sees('a row with focus', `${active}?.matches('${row}')`)
  await press('t')
  await sees('who has it', hasText('Assigned to admin'))
  await sees('the composer', `document.querySelector('.inbox-composer textarea')`)
  await press('r')
  await sees('the caret', `${active}?.matches('.inbox-composer textarea')`)
  await type('Monday at nine.')
  await press('Enter', 'Control')
  await sees('the mail', hasText('Sends in'))
  await press('Escape')
  const found = await violations(browser)
  await press('j')
  await sees('the next row', `${active}?.matches('${row}')`)
  await press('s')
  await sees('times', `document.querySelector('[role=dialog] [role=option]')`)
  await press('Enter')
  await sees('three requests', `document.querySelectorAll('.inbox-row').length === 3`)
  await sees('no dialog', `!document.querySelector('[role=dialog]')`)
  await press('c')
  await sees('the question how', `document.querySelector('[role=dialog] input[name=how]')`)
  await tabTo('how', '[role=dialog] input[name=how]')
  await press('Enter')
  await sees('two requests', `document.querySelectorAll('.inbox-row').length === 2`)
  await sees('no dialog', `!document.querySelector('[role=dialog]')`)
  await press('w')
  await sees('the reasons', `document.querySelector('[role=dialog] input[name=reason]')`)
  await tabTo('a reason', '[role=dialog] input[name=reason]')
  await press('ArrowDown')
  await press('Enter')
  await sees('one request', `document.querySelectorAll('.inbox-row').length === 1`)
  return { keys: keys(), axe: found }
}

async function ask(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url }
  const request = {
    name: 'Vera Visitor',
    email: newVisitor(),
    message: `Question ${Math.random()}`,
  }
  const body = JSON.stringify(request)
  const { status } = await fetch(`${url}/api/contact`, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`The form was answered ${status}`)
}

async function prove(report: Report, start: () => Promise<KeyedBrowser>): Promise<void> {
  await using smtp = await openSmtpStandIn()
  const port = await freePort()
  const environment = mailEnvironment(smtp.url, { PUBLIC_URL: `http://localhost:${port}` })
  await using product = await startProduct({ port, environment })
  for (let n = 0; n < 4; n++) await ask(product.url)
  await using browser = await start()
  const { keys, axe: found } = await workThrough(browser, product.url)
  await until('the answer to be sent', 30_000, () =>
    smtp.mails.some(({ raw }) => raw.includes('Monday at nine.')),
  )
  await until('its deadline to be met', 15_000, async () => {
    const met = `select from reply_deadlines where evidence = 'mail'`
    return (await query(product, met)).length === 1
  })
  const [row] = await query<Record<string, number>>(
    product,
    `select count(*) filter (where evidence = 'mail')::int as mail,
       count(*) filter (where how = 'phone')::int as phone,
       count(*) filter (where waive_reason = 'duplicate')::int as duplicate,
       count(*) filter (where snoozed_until > now())::int as snoozed from reply_deadlines`,
  )
  const isDone = Object.values(row ?? {}).join() === '1,1,1,1'
  report(
    isDone && found.length === 0,
    `${browser.name}, the inbox by keyboard alone, ${keys} keys: signed in, ${row?.mail} answered by mail, ` +
      `${row?.snoozed} snoozed, ${row?.phone} called, ${row?.duplicate} closed; axe in light and dark at 1,280 and ` +
      `320 px: ${found.length} violations` +
      (found.length > 0 ? ` (${[...new Set(found)].join(', ')})` : ''),
  )
}

export async function inChromium(report: Report, notRun: (text: string) => void): Promise<void> {
  if (!findChromium()) notRun('1 line by keyboard in Chromium: it is not installed')
  else await prove(report, startChromium)
}

export async function inFirefox(report: Report, notRun: (text: string) => void): Promise<void> {
  if (!mayStartFirefox()) notRun('1 line by keyboard in Firefox: it needs the package firefox-esr')
  else await prove(report, startFirefox)
}
