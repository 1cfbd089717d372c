/**
 * Proves that the product runs on two instances behind nginx as on one: five rolling restarts with
 * 200 chatting visitors and people reading pages and sending messages; edits, ended sessions and
 * limits that apply on both.
 *
 * `npm run prove:scale -- [--visitors 200] [--rounds 5]`
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { WebSocket } from 'ws'
import { percentile } from '../bench/measure.ts'
import { openReport, seconds } from '../bench/report.ts'
import { call, type Reply } from '../bench/visitors.ts'
import { Pair, publicUrl, readStored, signIn, until, wait } from '../test/chat-pairs.ts'
import { startFleet } from '../test/fleet.ts'
import { judge } from '../test/history.ts'
import { ownerPassword } from '../test/product.ts'

const { values } = parseArgs({
  options: {
    visitors: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
  },
})
const visitors = Number(values.visitors)
const rounds = Number(values.rounds)
/** An agent answers one in ten; the others write while waiting for an agent. */
const answered = 10

await using fleet = await startFleet(2)
const { report, end } = openReport()

/** Loopback addresses, so that each client has limits of its own. */
const addressOf = (n: number) => `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`

function meterOf(pair: Pair) {
  const gaps: number[] = []
  let lostAt: number | undefined
  pair.visitor.subscribe(() => {
    const { connection } = pair.visitor.state
    if (connection === 'connected') {
      if (lostAt !== undefined) gaps.push(performance.now() - lostAt)
      lostAt = undefined
    } else if (pair.sessionId) lostAt ??= performance.now()
  })
  return gaps
}

async function chatting(during: () => Promise<void>) {
  const admin = await signIn(fleet.url)
  const url = `${fleet.url.replace('http', 'ws')}/ws`
  const pairs: Pair[] = []
  for (let n = 0; n < visitors; n++) {
    const agent = n % answered === 0 ? { url, ...admin } : undefined
    const from = { localAddress: addressOf(n) }
    pairs.push(
      new Pair({ n, visitorUrl: url, ...(agent && { agent }), from, pace: {}, pauseMs: 2_000 }),
    )
    await wait(20)
  }
  try {
    await until('everybody to be in a chat', 60_000, () => pairs.every((pair) => pair.sessionId))
    const gaps = pairs.map(meterOf)
    await during()
    for (const pair of pairs) pair.rest()
    await until('both ends to agree', 60_000, () => pairs.every((pair) => pair.isQuiet))
    const stored = await readStored(fleet.products[0]?.dataDir ?? '', fleet.postgres.url)
    const verdict = judge(pairs.map((pair) => pair.history(stored.get(pair.sessionId) ?? [])))
    return { verdict, gaps: gaps.flat() }
  } finally {
    for (const pair of pairs) pair.close()
  }
}

/** Reads pages constantly and sends a message now and then, below the rate limits. */
function people() {
  const replies: Reply[] = []
  const sent = new Map<string, boolean>()
  let isOver = false
  const read = async (path: string, n: number) => {
    while (!isOver) {
      replies.push(await call(fleet.url, { path, localAddress: addressOf(1000 + n) }))
      await wait(50)
    }
  }
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      const name = `Lead ${randomUUID()}`
      const body = {
        name,
        email: 'lead@n.example',
        message: `Four thousand slips ${n}`,
        filledInMs: 9_000,
      }
      const reply = await call(fleet.url, {
        path: '/api/contact',
        method: 'POST',
        body,
        localAddress: addressOf(2000 + (n % 40)),
      })
      replies.push(reply)
      sent.set(name, reply.status === 201)
      await wait(900)
    }
  }
  const paths = ['/', '/services/document-processing', '/api/services', '/no-such-page']
  const all = Promise.all([...paths.map(read), write()])
  return {
    async end() {
      isOver = true
      await all
      const failed = replies.filter(({ status }) => status === 0 || status >= 500)
      return { replies, failed, sent }
    },
  }
}

async function leadsStored(): Promise<Map<string, number>> {
  const client = new pg.Client(fleet.postgres.url)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select name, count(*)::int as count from inquiries where name like 'Lead %' group by name`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  } finally {
    await client.end()
  }
}

const traffic = people()
const { verdict, gaps } = await chatting(async () => {
  for (let round = 0; round < rounds; round++) {
    for (const n of fleet.products.keys()) {
      await wait(2_000)
      await fleet.restart(n)
    }
  }
  await wait(4_000)
})
const { replies, failed, sent } = await traffic.end()
const { lost, doubled, outOfOrder, invented, differing } = verdict
report(
  lost + doubled + outOfOrder + invented + differing === 0,
  `rolling restart × ${rounds} of 2 instances, ${verdict.chats} chats: ${verdict.acknowledged} messages ` +
    `acknowledged, ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order, ${differing} differing`,
)
const [p95, longest] = [percentile(gaps, 0.95), percentile(gaps, 1)]
report(
  gaps.length > 0 && p95 < 6_000 && longest < 15_000,
  `${gaps.length} reconnects: back after ${seconds(p95)} (p95), ${seconds(longest)} at most`,
)
const stored = await leadsStored()
const leads = [...sent].filter(([, isTaken]) => isTaken)
const missing = leads.filter(([name]) => !stored.has(name)).length
const twice = [...stored.values()].filter((count) => count > 1).length
report(
  failed.length + missing + twice === 0,
  `${replies.length} HTTP requests meanwhile, ${failed.length} failed` +
    `${failed.length > 0 ? ` (${[...new Set(failed.map(({ status, path }) => `${status} ${path}`))].join(', ')})` : ''}; ` +
    `${leads.length} messages taken: ${missing} lost, ${twice} doubled`,
)

// Calls both instances directly: a change on one takes effect on the other.
const [one = '', other = ''] = fleet.products.map(({ url }) => url)
const { cookie, id } = await signIn(one)

const services = await call(other, { path: '/api/services', cookie })
const [service] = JSON.parse(services.text) as { id: string; title: string; slug: string }[]
if (!service) throw new Error('no service')
const delays: number[] = []
for (let n = 0; n < 20; n++) {
  const title = `Renamed ${n}`
  await call(other, { path: `/services/${service.slug}` })
  const edit = await call(one, {
    path: `/api/admin/services/${service.id}`,
    method: 'PUT',
    body: { ...service, title },
    cookie,
  })
  if (edit.status !== 200) throw new Error(`the edit was answered ${edit.status}: ${edit.text}`)
  const started = performance.now()
  await until('the edit to show', 5_000, async () =>
    (await call(other, { path: `/services/${service.slug}` })).text.includes(title),
  )
  delays.push(performance.now() - started)
}
report(
  percentile(delays, 1) < 100,
  `20 edits on one instance, fresh on the other after ${percentile(delays, 0.5).toFixed(0)} ms (median), ` +
    `${percentile(delays, 1).toFixed(0)} ms at most`,
)

const socket = new WebSocket(`${other.replace('http', 'ws')}/ws`, {
  headers: { origin: publicUrl, cookie },
})
await new Promise((resolve, reject) => {
  socket.on('open', resolve)
  socket.on('error', reject)
})
socket.send(JSON.stringify({ type: 'admin_join', adminId: id, adminName: 'admin' }))
const closed = new Promise<number>((resolve) =>
  socket.on('close', () => resolve(performance.now())),
)
await call(one, { path: '/api/auth/logout', method: 'POST', cookie })
const loggedOutAt = performance.now()
const refused = await call(other, { path: '/api/auth/me', cookie })
const closedAfter = (await Promise.race([closed, wait(10_000).then(() => Infinity)])) - loggedOutAt
report(
  refused.status === 401 && closedAfter < 2_000,
  `a logout on one instance: the other answers ${refused.status} at once and has closed the socket after ${Math.max(0, closedAfter).toFixed(0)} ms`,
)

const statuses: number[] = []
for (let n = 0; n < 11; n++) {
  const wrong = await call(n % 2 ? one : other, {
    path: '/api/auth/login',
    method: 'POST',
    body: { username: 'admin', password: `not ${ownerPassword}` },
    forwardedFor: '10.9.9.9',
  })
  statuses.push(wrong.status)
}
report(
  statuses.slice(0, 10).every((status) => status === 401) && statuses[10] === 429,
  `failed logins on both instances in turn count together: ${statuses.join(' ')}`,
)
end()
