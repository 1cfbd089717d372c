/**
 * The cost of a request by the contact form: without mail, and with mail configured, whose server
 * either is silent or takes everything. `node bench/contact.ts [--quick]` after `npm run build`; with
 * BEFORE=folder also beside another built checkout.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { startProduct } from '../test/product.ts'
import { fromEverywhere, saturate, type Target } from './http-load.ts'
import { cpuOf, type Effort, type Figure, figure, percentile, ratioOf } from './measure.ts'
import { runAlone } from './table.ts'

/** Below the limit of the form for a minute. */
const mostInMinute = 560
const minuteMs = 61_000

type Side = 'before' | 'without' | 'silent' | 'sending'

/** Greets nobody: what is queued for it stays queued. */
async function startSilence(): Promise<Server> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function startSink(): Promise<Server> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume().on('end', () => done())
    },
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function mailTo(server: Server): Record<string, string> {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const url = `smtp://127.0.0.1:${address.port}`
  return { SMTP_URL: url, MAIL_FROM: 'firm@firm.test', MAIL_TO: 'staff@firm.test' }
}

let leads = 0

function leadFor(url: string): Target {
  const post = () => {
    const n = ++leads
    const lead = {
      ...{ name: `Lead ${n}`, email: `lead@n${n}.test`, company: 'Northfold', service: 'Other' },
      ...{ message: `We type ${n} slips a week, and would rather not. `.repeat(4) },
      filledInMs: 9_000,
    }
    return { path: '/api/contact', body: JSON.stringify(lead) }
  }
  return { url, headers: (n) => ({ ...fromEverywhere(n), origin: 'http://localhost:3000' }), post }
}

export async function contact({ quick }: Effort): Promise<Figure[]> {
  const rounds = quick ? 2 : 4
  const silence = await startSilence()
  const sink = await startSink()
  const { BEFORE } = process.env
  const common = { TRUST_PROXY: '127.0.0.1,::1', PUBLIC_URL: 'http://localhost:3000' }
  const start = (environment: Record<string, string>, checkout?: string) =>
    startProduct({ environment: { ...common, ...environment }, ...(checkout && { checkout }) })
  await using without = await start({})
  await using silent = await start(mailTo(silence))
  await using sending = await start(mailTo(sink))
  await using before = BEFORE ? await start({}, BEFORE) : undefined
  const products = { ...(before && { before }), without, silent, sending }
  const micros: Record<Side, number[]> = { before: [], without: [], silent: [], sending: [] }
  // The first round warms up.
  const mayStart = new Map<string, number>()
  for (let round = 0; round <= rounds; round++) {
    for (const [side, { url, pid }] of Object.entries(products)) {
      await wait(Math.max(0, (mayStart.get(side) ?? 0) - performance.now()))
      mayStart.set(side, performance.now() + minuteMs)
      const found = await cpuOf([pid], async () => {
        const load = { seconds: 30, connections: 4, most: mostInMinute }
        const sent = await saturate(leadFor(url), load)
        // Mails of the last leads go out.
        await wait(2_000)
        return sent
      })
      if (round > 0) micros[side as Side].push(found.micros)
    }
  }
  silence.close()
  sink.close()
  const each = (side: Side) => `${percentile(micros[side], 0.5).toFixed(0)} µs`
  const beside = (side: Side, name: string, base: Side, words: string): Figure =>
    figure({
      name: `request by the contact form, ${name}, beside ${words}`,
      value: ratioOf(micros[side], micros[base]),
      unit: '',
      ...(base === 'before' && { goal: { atMost: 1.3 } }),
      detail: `CPU with the database: ${each(side)}, ${words} ${each(base)}`,
    })
  const now = [
    ['without', 'without mail'],
    ['silent', 'with mail, without sending'],
    ['sending', 'with mail, sending it'],
  ] as const
  if (before) return now.map(([side, name]) => beside(side, name, 'before', 'the version before'))
  return now.slice(1).map(([side, name]) => beside(side, name, 'without', 'without mail'))
}

if (import.meta.main) await runAlone(contact)
