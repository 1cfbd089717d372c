import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hastyPace, Pair, publicUrl, readStored, signIn, until, wait } from './chat-pairs.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { type Verdict, verdictOf } from './history.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from './product.ts'

export type ProofPlan = {
  /** A pair is a visitor and an agent. */
  pairs: number
  kills: number
  cuts: number
  messages: number
  instances: 1 | 2
  databaseUrl?: string
  /** Ends the connections over which instances hear each other. */
  cutPubSub?(): Promise<unknown>
}

export type Proof = Verdict & {
  kills: number
  cuts: number
  pubSubCuts: number
  seconds: number
}

type Instance = { product: RunningProduct; proxy: FaultProxy; restart(): Promise<void> }

async function startInstance(dataDir: string, plan: ProofPlan, key: string): Promise<Instance> {
  const port = await freePort()
  const environment = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    SECRET_KEY: key,
    ...(plan.databaseUrl && { DATABASE_URL: plan.databaseUrl }),
  }
  /** Retries like a supervisor, in case the database is slow to respond. */
  const start = async (tries = 5): Promise<RunningProduct> => {
    try {
      return await startProduct({ dataDir, port, environment })
    } catch (error) {
      if (tries === 1) throw error
      return start(tries - 1)
    }
  }
  const instance: Instance = {
    product: await start(),
    proxy: await openFaultProxy(port),
    async restart() {
      await instance.product.stop('SIGKILL')
      instance.product = await start()
    },
  }
  return instance
}

/** Runs conversations while servers are killed and connections are cut, then checks them. */
export async function proveChat(plan: ProofPlan): Promise<Proof> {
  const started = performance.now()
  const dataDir = newDataDirectory()
  const key = randomBytes(32).toString('base64')
  const instances: Instance[] = []
  const pairs: Pair[] = []
  let [kills, cuts, pubSubCuts] = [0, 0, 0]
  try {
    for (let n = 0; n < plan.instances; n++) {
      instances.push(await startInstance(n === 0 ? dataDir : newDataDirectory(), plan, key))
    }
    const [first, second = first] = instances
    if (!first || !second) throw new Error('no instance')
    const admin = await signIn(first.product.url)
    const [near, far] = [first, second].map(({ proxy }) => `ws://127.0.0.1:${proxy.port}/ws`)
    for (let n = 0; n < plan.pairs; n++) {
      // With two instances, the ends of a conversation are on different ones.
      const [visitorUrl = '', agentUrl = ''] = n % 2 ? [near, far] : [far, near]
      const from = { headers: { 'x-forwarded-for': `10.2.0.${n + 1}` } }
      const agent = { url: agentUrl, ...admin }
      pairs.push(new Pair({ n, visitorUrl, agent, from, pace: hastyPace }))
      if (n % 8 === 7) await wait(50)
    }
    const acknowledged = () => pairs.reduce((total, pair) => total + pair.acknowledged, 0)
    const share = 1 / plan.pairs
    const round = Math.ceil(plan.messages / plan.kills / 2)
    // Injects two faults in each round, each in the middle of traffic.
    const traffic = () => {
      const goal = acknowledged() + round
      return until('messages', 120_000, () => acknowledged() >= goal)
    }
    while (kills < plan.kills || cuts < plan.cuts || acknowledged() < plan.messages) {
      await traffic()
      for (const { proxy } of instances) cuts += proxy.cut(share)
      if (plan.cutPubSub) {
        await plan.cutPubSub()
        pubSubCuts++
      }
      await traffic()
      if (kills < plan.kills) await instances[kills++ % instances.length]?.restart()
    }
    for (const pair of pairs) pair.rest()
    const isQuiet = () => pairs.every((pair) => pair.isQuiet)
    await until('both ends to agree', 120_000, isQuiet).catch((error: Error) => {
      const left = pairs.filter((pair) => !pair.isQuiet).map((pair) => pair.describe())
      throw new Error(`${error.message}: ${left.join(' ')}`)
    })
    for (const pair of pairs) pair.close()
    for (const { product } of instances) await product.stop()
    const stored = await readStored(dataDir, plan.databaseUrl)
    const histories = pairs.map((pair) => pair.history(stored.get(pair.sessionId) ?? []))
    const seconds = Math.round((performance.now() - started) / 1000)
    return { ...verdictOf(histories), kills, cuts, pubSubCuts, seconds }
  } finally {
    for (const pair of pairs) pair.close()
    for (const { product, proxy } of instances) {
      await product.stop('SIGKILL')
      await proxy.close()
      rmSync(product.dataDir, { recursive: true, force: true })
    }
  }
}
