/** The inbox, mail and the lists of the back-office with 1, 10 and 100 times the data. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { signIn } from '../test/chat-pairs.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { startProduct } from '../test/product.ts'
import { fromEverywhere, saturate, type Target } from './http-load.ts'
import { fillInbox, idOf } from './inbox-data.ts'
import { cpuMicros, cpuOf } from './measure.ts'
import { newDatabase, withoutLimits } from './new-database.ts'

const secondsIdle = 20

const list = '/admin/inbox?limit=50'
const threads = '/admin/mail/threads?limit=50'
const audit = '/admin/audit?limit=50'

/** Calls by the drawing that shows them and the name of the line. */
function callsOf(known: Known): Record<string, Record<string, string>> {
  return {
    inbox: {
      all: list,
      mine: `${list}&view=mine`,
      unassigned: `${list}&view=unassigned`,
      overdue: `${list}&view=overdue`,
      snoozed: `${list}&view=snoozed`,
    },
    requests: {
      'rarest kind': `${list}&kind=chat`,
      'in the middle': `${list}&after=${known.middle}`,
      'one request': `/admin/inbox/history?type=inquiry&id=${known.inquiry}`,
      'one conversation': `/admin/mail/threads/${known.thread}`,
    },
    mail: {
      'failed mails': '/admin/mail/failed?limit=50',
      'failed conversations': `${threads}&view=failed`,
      'suspect conversations': `${threads}&view=suspect`,
      'open conversations': `${threads}&view=open`,
      'state of mail': '/admin/mail/status',
    },
    lists: {
      notifications: '/admin/notifications?limit=50',
      'audit log': audit,
      'audit, rare act': `${audit}&action=user.`,
      'audit, rare subject': `${audit}&subject=user`,
      'audit, no match': `${audit}&subject=channel`,
    },
  }
}

export const drawings: Record<string, { title: string; detail: string }> = {
  inbox: {
    title: 'Inbox, page of 50 with counts',
    detail: 'One request in ten is open. Pages and counts stay level.',
  },
  requests: {
    title: 'A request: found, read and taken',
    detail: 'A conversation has one in a hundred of all mails; its newest 50 are read.',
  },
  mail: { title: 'Lists of mail', detail: 'Of the mails sent 1 % failed and 1 % came back.' },
  lists: { title: 'Notifications and audit log', detail: 'One act in 5,000 is rare.' },
}

type Known = { middle: string; inquiry: string; thread: string; unassigned: string[] }

async function fill(url: string, count: number, userId: string): Promise<Known> {
  let known: Known | undefined
  await withoutLimits(url, async (db) => {
    await fillInbox(db, count, userId)
    const { rows: ids } = await db.execute<{ inquiry: string; thread: string }>(
      sql.raw(`select ${idOf('inquiry', 5)} as inquiry, ${idOf('thread', 5)} as thread`),
    )
    const isOpen = sql.raw('met_at is null and waived_at is null')
    const { rows: middle } = await db.execute<{ cursor: string }>(sql`
      select (extract(epoch from due_at) * 1000)::bigint || '.' || id || '.' as cursor
      from reply_deadlines where ${isOpen} order by due_at, id offset ${count / 20} limit 1`)
    const { rows: unassigned } = await db.execute<{ id: string }>(sql`
      select id from reply_deadlines where ${isOpen} and assignee_id is null limit 20000`)
    const [found] = ids
    if (!found) throw new Error('no ids')
    const cursor = middle[0]?.cursor ?? ''
    known = { ...found, middle: cursor, unassigned: unassigned.map(({ id }) => id) }
  })
  if (!known) throw new Error('not filled')
  return known
}

/** CPU time by drawing and line. */
type Found = Record<string, Record<string, number>>

export async function microsOfInbox(
  server: PostgresServer,
  count: number,
  seconds: number,
): Promise<Found> {
  const url = await newDatabase(server, `inbox_${count}`)
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: '127.0.0.1,::1',
    PUBLIC_URL: 'http://localhost:3000',
  }
  await using product = await startProduct({ environment })
  const { cookie, id } = await signIn(product.url)
  const known = await fill(url, count, id)
  const headers = (n: number) => ({
    ...{ cookie, origin: environment.PUBLIC_URL },
    ...fromEverywhere(n),
  })
  const roots = [product.pid, server.pid]
  const micros = async (target: Target) => {
    await saturate(target, { seconds: seconds / 4, connections: 2 })
    return (await cpuOf(roots, () => saturate(target, { seconds, connections: 4 }))).micros
  }
  const found: Found = {}
  for (const [drawing, calls] of Object.entries(callsOf(known))) {
    const line: Record<string, number> = {}
    for (const [label, path] of Object.entries(calls)) {
      line[label] = await micros({ url: `${product.url}/api${path}`, headers })
    }
    found[drawing] = line
  }
  const waiting = known.unassigned.values()
  const post = () => ({ path: `/api/admin/inbox/${waiting.next().value}/take`, body: '{}' })
  const most = Math.min(2_000, known.unassigned.length / 2)
  const target = { url: product.url, headers, post }
  await saturate(target, { seconds, connections: 2, most: most / 4 })
  const take = () => saturate(target, { seconds: seconds * 4, connections: 4, most })
  found.requests = { ...found.requests, take: (await cpuOf(roots, take)).micros }
  return { ...found, idle: await microsIdle(roots) }
}

/** Of a second in which nobody asks: sweeps over deadlines, deliveries, changes. */
async function microsIdle(roots: readonly number[]): Promise<Record<string, number>> {
  const before = cpuMicros(roots)
  await wait(secondsIdle * 1000)
  return { 'a second without requests': (cpuMicros(roots) - before) / secondsIdle }
}
