import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { WebSocket } from 'ws'
import { AgentChat, type Memory, VisitorChat } from '../src/features/chat/chat-client.ts'
import type { SocketLike } from '../src/features/chat/chat-line.ts'
import type { ChatMessage } from '../src/features/chat/protocol.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { type ChatHistory, judge, type Verdict } from './history.ts'
import {
  freePort,
  newDataDirectory,
  ownerPassword,
  type RunningProduct,
  startProduct,
} from './product.ts'

export type ProofPlan = {
  /** Each is a visitor and an agent. */
  pairs: number
  kills: number
  cuts: number
  messages: number
  instances: 1 | 2
  databaseUrl?: string
  redis?: { url: string; kill(): Promise<void>; start(): Promise<void>; kills: number }
}

export type Proof = Verdict & {
  kills: number
  cuts: number
  redisKills: number
  seconds: number
}

const publicUrl = 'http://localhost:3000'

type Instance = { product: RunningProduct; proxy: FaultProxy; restart(): Promise<void> }

async function startInstance(dataDir: string, plan: ProofPlan, key: string): Promise<Instance> {
  const port = await freePort()
  const environment = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    SECRET_KEY: key,
    ...(plan.databaseUrl && { DATABASE_URL: plan.databaseUrl }),
    ...(plan.redis && { REDIS_URL: plan.redis.url }),
  }
  /** As a supervisor does: a database that is slow to answer costs another try. */
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

async function signIn({ product }: Instance): Promise<{ cookie: string; id: string }> {
  const answer = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ username: 'admin', password: ownerPassword }),
  })
  const { user } = (await answer.json()) as { user: { id: string } }
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', id: user.id }
}

/** Memory of a browser that is never closed. */
function heldMemory(): Memory {
  let identity: ReturnType<Memory['readIdentity']>
  let outbox: ReturnType<Memory['readOutbox']> = []
  return {
    readIdentity: () => identity,
    writeIdentity: (given) => {
      identity = given
    },
    readOutbox: () => outbox,
    writeOutbox: (given) => {
      outbox = given
    },
  }
}

const pace = { reconnect: 150, longestReconnect: 600, echoPatience: 4_000 }

function dialling(headers: Record<string, string>) {
  return (url: string) =>
    new WebSocket(url, { headers: { origin: publicUrl, ...headers } }) as unknown as SocketLike
}

/** One end of a conversation, writing one message after the other. */
class Writer {
  readonly sent = new Set<string>()
  readonly acknowledged = new Set<string>()
  isWriting = true
  #name: string
  #send: (text: string) => boolean

  constructor(name: string, send: (text: string) => boolean) {
    this.#name = name
    this.#send = send
  }

  /** Call after every change of what this end shows. */
  look(messages: readonly ChatMessage[], outbox: readonly unknown[]): void {
    const newest = messages.at(-1)?.content
    if (outbox.length === 0) for (const text of this.sent) this.acknowledged.add(text)
    else if (newest && this.sent.has(newest)) this.acknowledged.add(newest)
    if (outbox.length > 0 || !this.isWriting) return
    const text = `${this.#name}:${this.sent.size + 1}`
    this.sent.add(text)
    if (!this.#send(text)) this.sent.delete(text)
  }
}

class Pair {
  readonly visitor: VisitorChat
  readonly agent: AgentChat
  readonly writers: readonly [Writer, Writer]
  sessionId = ''

  constructor(
    n: number,
    at: { visitor: string; agent: string },
    admin: { cookie: string; id: string },
  ) {
    this.visitor = new VisitorChat({
      url: at.visitor,
      dial: dialling({ 'x-forwarded-for': `10.2.0.${n + 1}` }),
      memory: heldMemory(),
      pace,
    })
    this.agent = new AgentChat({
      url: at.agent,
      dial: dialling({ cookie: admin.cookie }),
      adminId: admin.id,
      pace,
    })
    const byVisitor = new Writer(`v${n}`, (text) => this.visitor.send(text))
    const byAgent = new Writer(`a${n}`, (text) => this.agent.send(this.sessionId, text))
    this.writers = [byVisitor, byAgent]
    this.visitor.subscribe(() => {
      const { state } = this.visitor
      if (state.sessionId && state.sessionId !== this.sessionId) {
        this.sessionId = state.sessionId
        this.agent.select(state.sessionId)
      }
      queueMicrotask(() => byVisitor.look(this.visitor.state.messages, this.visitor.state.outbox))
    })
    this.agent.subscribe(() => {
      const thread = this.agent.state.threads[this.sessionId]
      if (thread?.isReady) {
        queueMicrotask(() => {
          const now = this.agent.state.threads[this.sessionId]
          if (now) byAgent.look(now.messages, now.outbox)
        })
      }
    })
    this.agent.connect()
    this.visitor.start({ name: `Visitor ${n}`, email: `v${n}@n.example`, company: '' })
  }

  get acknowledged(): number {
    return this.writers[0].acknowledged.size + this.writers[1].acknowledged.size
  }

  /** Nothing is on its way and both ends show the same. */
  get isQuiet(): boolean {
    const { messages, outbox } = this.visitor.state
    const thread = this.agent.state.threads[this.sessionId]
    return (
      outbox.length === 0 &&
      thread?.outbox.length === 0 &&
      messages.at(-1)?.seq === thread.messages.at(-1)?.seq
    )
  }

  screens(): string[][] {
    const views = [
      this.visitor.state.messages,
      this.agent.state.threads[this.sessionId]?.messages ?? [],
    ]
    return views.map((messages) =>
      messages.filter(({ senderType }) => senderType !== 'system').map(({ content }) => content),
    )
  }

  close(): void {
    this.visitor.close()
    this.agent.close()
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what: string, patienceMs: number, isSo: () => boolean): Promise<void> {
  const started = performance.now()
  while (!isSo()) {
    if (performance.now() - started > patienceMs) throw new Error(`waited in vain for ${what}`)
    await wait(20)
  }
}

/** Read from the database itself, after the last process that used it has ended. */
async function readStored(dataDir: string, databaseUrl?: string) {
  const database = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
  try {
    const { rows } = await database.db.execute<{
      sessionId: string
      seq: number
      content: string
      isNotice: boolean
    }>(sql`select session_id as "sessionId", seq, content, sender_type = 'system' as "isNotice"
      from chat_messages order by session_id, seq`)
    return Map.groupBy(rows, ({ sessionId }) => sessionId)
  } finally {
    await database.close()
  }
}

/** Lets conversations go on while servers are killed and lines are cut; then judges them. */
export async function proveChat(plan: ProofPlan): Promise<Proof> {
  const started = performance.now()
  const dataDir = newDataDirectory()
  const key = randomBytes(32).toString('base64')
  const instances: Instance[] = []
  const pairs: Pair[] = []
  let [kills, cuts, redisKills] = [0, 0, 0]
  try {
    for (let n = 0; n < plan.instances; n++) {
      instances.push(await startInstance(n === 0 ? dataDir : newDataDirectory(), plan, key))
    }
    const [first, second = first] = instances
    if (!first || !second) throw new Error('no instance')
    const admin = await signIn(first)
    const [near, far] = [first, second].map(({ proxy }) => `ws://127.0.0.1:${proxy.port}/ws`)
    for (let n = 0; n < plan.pairs; n++) {
      // The two ends of a conversation are on different instances, where there are two.
      const at = { visitor: near ?? '', agent: far ?? '' }
      pairs.push(new Pair(n, n % 2 ? at : { visitor: at.agent, agent: at.visitor }, admin))
      if (n % 8 === 7) await wait(50)
    }
    const acknowledged = () => pairs.reduce((total, pair) => total + pair.acknowledged, 0)
    const share = 1 / plan.pairs
    const round = Math.ceil(plan.messages / plan.kills / 2)
    // Twice a round something goes wrong, each time in the middle of traffic.
    const traffic = () => {
      const goal = acknowledged() + round
      return until('messages', 120_000, () => acknowledged() >= goal)
    }
    while (kills < plan.kills || cuts < plan.cuts || acknowledged() < plan.messages) {
      await traffic()
      for (const { proxy } of instances) cuts += proxy.cut(share)
      const isRedisDue = plan.redis && redisKills < plan.redis.kills
      if (isRedisDue) await plan.redis?.kill()
      await traffic()
      if (kills < plan.kills) await instances[kills++ % instances.length]?.restart()
      if (isRedisDue) {
        redisKills++
        await plan.redis?.start()
      }
    }
    for (const { writers } of pairs) for (const writer of writers) writer.isWriting = false
    await until('both ends to agree', 120_000, () => pairs.every((pair) => pair.isQuiet))
    for (const pair of pairs) pair.close()
    for (const { product } of instances) await product.stop()
    const stored = await readStored(dataDir, plan.databaseUrl)
    const histories = pairs.map((pair): ChatHistory => {
      const [one, other] = pair.writers
      return {
        sent: new Set([...one.sent, ...other.sent]),
        acknowledged: new Set([...one.acknowledged, ...other.acknowledged]),
        screens: pair.screens(),
        stored: stored.get(pair.sessionId) ?? [],
      }
    })
    const seconds = Math.round((performance.now() - started) / 1000)
    return { ...judge(histories), kills, cuts, redisKills, seconds }
  } finally {
    for (const pair of pairs) pair.close()
    for (const { product, proxy } of instances) {
      await product.stop('SIGKILL')
      await proxy.close()
      rmSync(product.dataDir, { recursive: true, force: true })
    }
  }
}
