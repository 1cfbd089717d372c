/**
 * Chat at 1,000 messages a second: how long a stored message takes to return to its sender (one
 * instance, own PostgreSQL) or to reach an agent of the other instance (outside PostgreSQL). Run
 * `node proofs/bench/chat.ts [--quick]` after `npm run build`.
 */
import { signIn } from '#test/harness/chat-pairs.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { startProduct } from '#test/harness/product.ts'
import { delays, joinAsAgent, joinMany, openChat } from './chat-load.ts'
import { type Effort, type Figure, figure, percentile, spreadOf } from './measure.ts'
import { newDatabase, setUp } from './new-database.ts'
import { runAlone } from './report.ts'

/** Each visitor sends one message a second, which is the sustained limit. */
const [visitors, perSecond] = [1_000, 1_000]

function delayFigures(name: string, times: readonly number[], goals: [p50: number, p99: number]) {
  const detail = `${times.length} messages at ${perSecond}/s, at most ${percentile(times, 1).toFixed(1)} ms`
  return [0.5, 0.99].map((share, at) =>
    figure({
      name: `chat at 1,000 messages a second, p${share * 100}, ${name}`,
      value: spreadOf([percentile(times, share)]),
      unit: 'ms',
      goal: { atMost: goals[at] ?? 0 },
      detail,
    }),
  )
}

async function oneInstance(seconds: number): Promise<Figure[]> {
  await using product = await startProduct({ environment: setUp() })
  const joined = await joinMany(product.url, visitors)
  await delays(joined, { perSecond, seconds: 2 })
  return delayFigures('one instance', await delays(joined, { perSecond, seconds }), [2, 15])
}

/** The visitors connect to one instance, the listening agent to the other. */
async function twoInstances(seconds: number): Promise<Figure[]> {
  await using server = await startPostgres()
  const environment = setUp(await newDatabase(server))
  await using one = await startProduct({ environment })
  await using other = await startProduct({ environment })
  const joined = await joinMany(one.url, visitors)
  const agent = await joinAsAgent(other.url, await signIn(other.url))
  for (const { sessionId } of joined) await openChat(agent, sessionId)
  const listener = agent.socket
  await delays(joined, { perSecond, seconds: 2, listener })
  const times = await delays(joined, { perSecond, seconds, listener })
  return delayFigures('from one instance to the other', times, [10, 40])
}

export async function chat({ quick }: Effort): Promise<Figure[]> {
  const seconds = quick ? 3 : 8
  return [...(await oneInstance(seconds)), ...(await twoInstances(seconds))]
}

if (import.meta.main) await runAlone(chat)
