/**
 * Proves that a fleet of scripts is watched as it was: every acknowledged ping counts once, injected
 * silences are found in time and once, and nothing else raises an alarm, whatever breaks.
 *
 * `npm run prove:automations -- [own] [outside] [two] [short]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openReport } from '../bench/report.ts'
import { call, type Endpoint, type Input, type Output, toWire } from '../src/contract/endpoint.ts'
import { incidents } from '../src/features/automations/incidents/contract.ts'
import { automationRuns } from '../src/features/automations/pings/contract.ts'
import { automations } from '../src/features/automations/register/contract.ts'
import { clients } from '../src/features/clients/list/contract.ts'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import {
  freePort,
  newDataDirectory,
  ownerPassword,
  type RunningProduct,
  startProduct,
} from '../test/product.ts'
import type { Script, Truth } from './automation-fleet.ts'

const words = process.argv.slice(2)
const isShort = words.includes('short')
const places = words.filter((word) => word !== 'short')
const isWanted = (place: string) => places.length === 0 || places.includes(place)
const { report, end } = openReport()

const size = isShort ? 120 : 1_000
const [periodMs, graceMs] = [8_000, 4_000]
const secondsOfLife = isShort ? 60 : 300
const frozenMs = isShort ? 8_000 : 60_000

type Place = {
  name: string
  products: RunningProduct[]
  postgres: PostgresServer | undefined
  restart(n: number, signal: NodeJS.Signals): Promise<void>
}

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  return { origin: url, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Calls one instance as a user. */
function callsOf(url: string, headers: Record<string, string>) {
  return <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> =>
    call(
      async (to, given) => {
        const { method, url: path, body } = toWire(to, given as Record<string, unknown>)
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body }),
        })
        const found = await answer.json()
        if (!answer.ok) throw new Error(`${to.call}: ${JSON.stringify(found)}`)
        return found
      },
      endpoint,
      input,
    )
}

async function openPlace(name: string, stack: AsyncDisposableStack): Promise<Place> {
  const count = name === 'two' ? 2 : 1
  const postgres = name === 'own' ? undefined : stack.use(await startPostgres())
  const shared = {
    AUTOMATION_MIN_SECONDS: '1',
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
  }
  const options: { port: number; dataDir: string; environment: Record<string, string> }[] = []
  for (let n = 0; n < count; n++) {
    const port = await freePort()
    const environment = { ...shared, PUBLIC_URL: `http://localhost:${port}` }
    options.push({ port, dataDir: newDataDirectory(), environment })
  }
  const products: RunningProduct[] = []
  stack.defer(async () => {
    await Promise.all(products.map((product) => product.stop()))
  })
  for (const one of options) products.push(await startProduct(one))
  return {
    ...{ name, products, postgres },
    async restart(n, signal) {
      await products[n]?.stop(signal)
      const one = options[n]
      if (one) products[n] = await startProduct(one)
    },
  }
}

/** What breaks while the fleet lives. @returns how much of it the product cannot have observed. */
async function breakThings({ products, postgres, restart }: Place): Promise<void> {
  const [first] = products
  await pause((secondsOfLife * 1000) / 6)
  await restart(0, 'SIGKILL')
  await pause((secondsOfLife * 1000) / 6)
  const pid = products[0]?.pid ?? first?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await pause(frozenMs)
  process.kill(pid, 'SIGCONT')
  await pause((secondsOfLife * 1000) / 6)
  if (!postgres) return
  await postgres.kill()
  await pause(frozenMs)
  await postgres.start()
}

type Found = Awaited<ReturnType<typeof readFound>>

async function readFound(calls: ReturnType<typeof callsOf>, id: string) {
  const { items: days } = await calls(automationRuns.days, { id })
  const { items: opened } = await calls(incidents.list, { automationId: id, limit: 100 })
  const sum = (name: 'ok' | 'items' | 'repeats' | 'missed' | 'unobserved' | 'failed') =>
    days.reduce((total, day) => total + day[name], 0)
  return {
    ...{ opened, ok: sum('ok'), items: sum('items'), repeats: sum('repeats') },
    ...{ missed: sum('missed'), unobserved: sum('unobserved'), failed: sum('failed') },
  }
}

const second = 1_000

async function prove(name: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const place = await openPlace(name, stack)
  const [product] = place.products
  if (!product) throw new Error('no product')
  const calls = callsOf(product.url, await signIn(product.url))
  const client = await calls(clients.create, { name: 'Fleet', email: 'fleet@n.example' })
  const scripts: Script[] = []
  for (let n = 0; n < size; n++) {
    const made = await calls(automations.create, {
      ...{ clientId: client.id, name: `Script ${n}` },
      ...{ periodSeconds: periodMs / second, graceSeconds: graceMs / second },
    })
    const instance = place.products[n % place.products.length] ?? product
    const path = new URL(made.pingUrl ?? '').pathname
    const isSilent = n % 10 === 0
    scripts.push({
      ...{ id: made.id, url: instance.url.replace('localhost', '127.0.0.1') + path, periodMs },
      // After the last fault, so that nothing hides it.
      silentFrom: secondsOfLife * second + (name === 'own' ? 0 : frozenMs) + frozenMs,
      silentMs: isSilent ? periodMs + graceMs + 15 * second : 0,
    })
  }
  const fleet = fork(new URL('automation-fleet.ts', import.meta.url))
  fleet.send(scripts)
  await breakThings(place)
  await pause(secondsOfLife * second * 0.5 + frozenMs + periodMs + graceMs + 25 * second)
  fleet.send('end')
  const [truths] = (await once(fleet, 'message')) as [Truth[]]
  await pause(2 * second)
  const after = callsOf(product.url, await signIn(product.url))
  const found = new Map<string, Found>()
  for (const { id } of scripts) found.set(id, await readFound(after, id))
  const wrong = truths.filter(({ id, ok, items }) => {
    const has = found.get(id)
    return has?.ok !== ok || has.items !== items
  })
  const pings = truths.reduce((total, { ok }) => total + ok, 0)
  report(
    wrong.length === 0,
    `${name}: ${pings} runs of ${size} scripts count once, with their items; ${wrong.length} differ`,
  )
  const silent = truths.filter(({ silentSince }) => silentSince !== undefined)
  const delays = silent.map(({ id, silentSince = 0 }) => {
    const opened = found.get(id)?.opened ?? []
    const [one] = opened
    return opened.length === 1 && one
      ? Date.parse(one.openedAt) - silentSince - periodMs - graceMs
      : Number.NaN
  })
  const late = delays.filter((delay) => !(delay <= 5 * second))
  report(
    late.length === 0 && silent.length > 0,
    `${name}: ${silent.length} silences found once, at most ${(Math.max(...delays) / second).toFixed(1)} s after the grace; ${late.length} not`,
  )
  const false_ = truths.filter(
    ({ id, silentSince }) => silentSince === undefined && (found.get(id)?.opened.length ?? 0) > 0,
  )
  const unobserved = [...found.values()].reduce((total, one) => total + one.unobserved, 0)
  report(
    false_.length === 0,
    `${name}: ${false_.length} false alarms; ${unobserved} pings not observed while it was away`,
  )
}

for (const name of ['own', 'outside', 'two']) {
  if (!isWanted(name)) continue
  try {
    await prove(name)
  } catch (error) {
    report(false, `${name}: ${error instanceof Error ? error.message : error}`)
  }
}
end()
