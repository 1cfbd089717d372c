/**
 * Chat: the cost of storing before acknowledging, compared with an echo without storage and with
 * one statement per message; and latency at 1,000 messages a second, on the own PostgreSQL, on an
 * outside one and between two instances. `node bench/chat.ts [own] [outside] [two] [--quick]`
 */
import { rmSync } from 'node:fs'
import { startPostgres } from '../test/postgres-server.ts'
import { newDataDirectory } from '../test/product.ts'
import {
  addressOf,
  delays,
  joinAsAgent,
  joinMany,
  saturateChat,
  type Visitor,
} from './chat-load.ts'
import { type ChatServer, startChatServer } from './forked.ts'
import {
  alternate,
  cpuOf,
  type Effort,
  type Figure,
  figure,
  latencies,
  percentile,
  ratioOf,
  spreadOf,
} from './measure.ts'
import { newDatabase } from './new-database.ts'
import { runAlone } from './table.ts'

const perSecond = 1_000
const chats = 100
type Store = 'database' | 'nowhere' | 'single'
/** `newUrl` creates a database on the outside server. */
type Target = { name: string; newUrl?: () => Promise<string>; pid?: number }

async function environmentOf({ newUrl }: Target): Promise<Record<string, string>> {
  return newUrl ? { DATABASE_URL: await newUrl() } : {}
}

async function withServer<T>(
  environment: Record<string, string>,
  work: (server: ChatServer) => Promise<T>,
): Promise<T> {
  const directory = newDataDirectory()
  try {
    await using server = await startChatServer({ DATA_DIR: directory, ...environment })
    return await work(server)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const leave = (visitors: readonly Visitor[]) => {
  for (const { socket } of visitors) socket.terminate()
}

/** All three servers run at the same time; only the measured one is busy. */
async function compareStores(target: Target, { quick }: Effort): Promise<Figure[]> {
  const [rounds, seconds] = quick ? [2, 1] : [4, 3]
  const withStore = async <T>(STORE: Store, work: (server: ChatServer) => Promise<T>) =>
    withServer({ ...(await environmentOf(target)), STORE }, work)
  const runs = await withStore('database', (database) =>
    withStore('nowhere', (nowhere) =>
      withStore('single', async (single) => {
        const side = async (server: ChatServer) => {
          const visitors = await joinMany(addressOf(server), chats)
          await saturateChat(visitors, 1)
          const pids = [server.pid, ...(target.pid ? [target.pid] : [])]
          return () => cpuOf(pids, () => saturateChat(visitors, seconds))
        }
        const sides = {
          database: await side(database),
          nowhere: await side(nowhere),
          single: await side(single),
        }
        return alternate(sides, rounds)
      }),
    ),
  )
  const micros = (store: Store) => runs[store].map((run) => run.micros)
  const rate = (store: Store) =>
    percentile(
      runs[store].map((run) => run.perSecond),
      0.5,
    )
  const each = (store: Store) =>
    `${percentile(micros(store), 0.5).toFixed(0)} µs of CPU and ${rate(store).toFixed(0)}/s`
  return [
    figure({
      name: `chat stored before acknowledged, beside echo, ${target.name}`,
      value: ratioOf(micros('nowhere'), micros('database')),
      unit: '',
      goal: { atLeast: 0.45 },
      detail: `stored ${each('database')}, echo ${each('nowhere')}`,
    }),
    figure({
      name: `chat stored in groups, beside INSERT per message, ${target.name}`,
      value: ratioOf(micros('single'), micros('database')),
      unit: '',
      goal: { atLeast: 4 },
      detail:
        `one statement each: ${each('single')}; ` +
        `${(rate('database') / rate('single')).toFixed(1)} times as many a second`,
    }),
  ]
}

const delayFigure = (name: string, times: readonly number[], goals: boolean): Figure[] => [
  figure({
    name: `chat at 1,000 messages a second, p50, ${name}`,
    value: spreadOf([percentile(times, 0.5)]),
    unit: 'ms',
    ...(goals && { goal: { atMost: 1 } }),
    detail: `${latencies(times, perSecond)}, ${times.length} messages`,
  }),
  figure({
    name: `chat at 1,000 messages a second, p99, ${name}`,
    value: spreadOf([percentile(times, 0.99)]),
    unit: 'ms',
    ...(goals && { goal: { atMost: 5 } }),
    detail: `at most ${percentile(times, 1).toFixed(1)} ms`,
  }),
]

async function oneInstance(target: Target, { quick }: Effort): Promise<Figure[]> {
  const times = await withServer(await environmentOf(target), async (server) => {
    const visitors = await joinMany(addressOf(server), quick ? chats : 1_000)
    await delays(visitors, { perSecond, seconds: 2 })
    const latencies = await delays(visitors, { perSecond, seconds: quick ? 3 : 8 })
    leave(visitors)
    return latencies
  })
  return delayFigure(target.name, times, false)
}

/** Visitors connect to one instance, the listening agent to the other. */
async function twoInstances(target: Target, { quick }: Effort): Promise<Figure[]> {
  const given = { ...(await environmentOf(target)), SHARED: 'yes' }
  const times = await withServer(given, (one) =>
    withServer(given, async (other) => {
      const visitors = await joinMany(addressOf(one), chats)
      const sessions = visitors.map(({ sessionId }) => sessionId)
      const listener = await joinAsAgent(other, sessions)
      await delays(visitors, { perSecond, seconds: 2, listener })
      const latencies = await delays(visitors, { perSecond, seconds: quick ? 3 : 8, listener })
      leave(visitors)
      listener.terminate()
      return latencies
    }),
  )
  return delayFigure('from one instance to the other', times, true)
}

export async function chat(effort: Effort, words: readonly string[] = []): Promise<Figure[]> {
  const chosen = (word: string) => words.length === 0 || words.includes(word)
  const figures: Figure[] = []
  const measureOn = async (target: Target) => {
    figures.push(...(await compareStores(target, effort)), ...(await oneInstance(target, effort)))
  }
  if (chosen('own')) await measureOn({ name: 'own PostgreSQL' })
  if (!chosen('outside') && !chosen('two')) return figures
  await using server = await startPostgres()
  let databases = 0
  const newUrl = () => newDatabase(server, `chat_${++databases}`)
  const target = { name: 'outside PostgreSQL', newUrl, pid: server.pid }
  if (chosen('outside')) await measureOn(target)
  if (chosen('two')) figures.push(...(await twoInstances(target, effort)))
  return figures
}

if (import.meta.main) await runAlone(chat)
