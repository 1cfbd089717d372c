import { sql } from 'drizzle-orm'
import { type ClientOptions, WebSocket } from 'ws'
import { AgentChat } from '#features/chat/client/agent-chat.ts'
import type { SocketLike } from '#features/chat/client/chat-connection.ts'
import type { Pending } from '#features/chat/client/chat-thread.ts'
import { type Memory, VisitorChat } from '#features/chat/client/visitor-chat.ts'
import type { ChatMessage } from '#features/chat/protocol/protocol.ts'
import { openDatabase } from '#server/database/open.ts'
import type { ChatHistory } from './history.ts'
import { ownerPassword } from './product.ts'

/** PUBLIC_URL of the tested servers, and the origin of their clients. */
export const publicUrl = 'http://localhost:3000'

/** Signs in at the instance or proxy with this address. */
export async function signIn(
  url: string,
  username = 'admin',
): Promise<{ cookie: string; id: string }> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ username, password: ownerPassword }),
  })
  const { user } = (await answer.json()) as { user: { id: string } }
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', id: user.id }
}

/** The storage of a browser that is never closed. */
export function heldMemory(): Memory {
  let identity: ReturnType<Memory['readIdentity']>
  let outbox: ReturnType<Memory['readOutbox']> = []
  return {
    readIdentity: () => identity,
    writeIdentity: (given) => {
      identity = given
    },
    readOutbox: () => outbox,
    writeOutbox: (_, given) => {
      outbox = given
    },
  }
}

/**
 * Delays in milliseconds. They are shorter than a browser's, so that many faults fit into a short
 * time.
 */
export const hastyPace = { reconnect: 150, maxReconnect: 600, echoTimeout: 4_000 }

export function dialling(origin: string, options: ClientOptions) {
  const headers = { origin, ...options.headers }
  return (url: string) => new WebSocket(url, { ...options, headers }) as unknown as SocketLike
}

/** One end of a conversation. It sends its messages one after the other, `pauseMs` apart. */
class Writer {
  readonly sent = new Set<string>()
  readonly acknowledged = new Set<string>()
  isWriting = true
  #name: string
  #send: (text: string) => boolean
  #pauseMs: number
  #pausedUntil = 0

  constructor(name: string, pauseMs: number, send: (text: string) => boolean) {
    this.#name = name
    this.#pauseMs = pauseMs
    this.#send = send
  }

  /** Call this after every change of what this end shows. */
  look(messages: readonly ChatMessage[], outbox: readonly unknown[]): void {
    const newest = messages.at(-1)?.content
    if (outbox.length === 0) for (const text of this.sent) this.acknowledged.add(text)
    else if (newest && this.sent.has(newest)) this.acknowledged.add(newest)
    if (outbox.length > 0 || !this.isWriting || performance.now() < this.#pausedUntil) return
    this.#pausedUntil = performance.now() + this.#pauseMs
    const text = `${this.#name}:${this.sent.size + 1}`
    this.sent.add(text)
    if (!this.#send(text)) this.sent.delete(text)
  }
}

export type PairPlan = {
  n: number
  /** The address for each end. Without an agent, the visitor remains in the queue. */
  visitorUrl: string
  agent?: { url: string; cookie: string; id: string }
  /** The visitor's address, seen directly by the server or reported like by a proxy. */
  from: { headers: Record<string, string> } | { localAddress: string }
  /** The origin of the site; by default `publicUrl`. */
  origin?: string
  pace: Partial<typeof hastyPace>
  pauseMs?: number
}

export class Pair {
  readonly visitor: VisitorChat
  readonly agent: AgentChat | undefined
  readonly writers: Writer[]
  sessionId = ''
  #timer: NodeJS.Timeout | undefined

  constructor({ n, visitorUrl, agent, from, origin = publicUrl, pace, pauseMs = 0 }: PairPlan) {
    this.visitor = new VisitorChat({
      url: visitorUrl,
      dial: dialling(origin, from),
      memory: heldMemory(),
      pace,
    })
    this.writers = [new Writer(`v${n}`, pauseMs, (text) => this.visitor.send(text))]
    this.visitor.subscribe(() => {
      const { state } = this.visitor
      if (state.sessionId && state.sessionId !== this.sessionId) {
        this.sessionId = state.sessionId
        this.agent?.select(state.sessionId)
      }
      queueMicrotask(() => this.#look())
    })
    if (agent) this.agent = this.#answerBy(agent, { n, origin, pace, pauseMs })
    this.visitor.start({ name: `Visitor ${n}`, email: `v${n}@n.example`, company: '' })
    if (pauseMs > 0) this.#timer = setInterval(() => this.#look(), pauseMs / 4)
  }

  #answerBy(
    { url, cookie, id }: NonNullable<PairPlan['agent']>,
    { n, origin, pace, pauseMs }: Required<Pick<PairPlan, 'n' | 'origin' | 'pace' | 'pauseMs'>>,
  ): AgentChat {
    const dial = dialling(origin, { headers: { cookie } })
    const agent = new AgentChat({ url, dial, adminId: id, pace })
    this.writers.push(new Writer(`a${n}`, pauseMs, (text) => agent.send(this.sessionId, text)))
    agent.subscribe(() => {
      if (agent.state.threads[this.sessionId]?.isReady) queueMicrotask(() => this.#look())
    })
    agent.connect()
    return agent
  }

  #look(): void {
    const [byVisitor, byAgent] = this.writers
    if (this.sessionId) byVisitor?.look(this.visitor.state.messages, this.visitor.state.outbox)
    const thread = this.agent?.state.threads[this.sessionId]
    if (thread?.isReady) byAgent?.look(thread.messages, thread.outbox)
  }

  get acknowledged(): number {
    return this.writers.reduce((total, writer) => total + writer.acknowledged.size, 0)
  }

  /** Whether no message is in transit and both ends show the same. */
  get isQuiet(): boolean {
    const { messages, outbox } = this.visitor.state
    if (outbox.length > 0) return false
    if (!this.agent) return true
    const thread = this.agent.state.threads[this.sessionId]
    return thread?.outbox.length === 0 && messages.at(-1)?.seq === thread.messages.at(-1)?.seq
  }

  /** The reason why it is not quiet, without contents of messages. */
  describe(): string {
    const { visitor } = this
    const seen = (messages: readonly ChatMessage[] = []) => messages.at(-1)?.seq ?? 0
    const unsent = (outbox: readonly Pending[] = []) => outbox.map(({ state }) => state)
    const { connection, phase, messages, outbox } = visitor.state
    const thread = this.agent?.state.threads[this.sessionId]
    return JSON.stringify({
      session: this.sessionId,
      visitor: [connection, phase, seen(messages), unsent(outbox)],
      agent: [
        this.agent?.state.connection,
        thread?.isReady,
        seen(thread?.messages),
        unsent(thread?.outbox),
      ],
    })
  }

  /** The history of the chat once it is quiet. `stored` is what the database has of it. */
  history(stored: ChatHistory['stored']): ChatHistory {
    const views = [this.visitor.state.messages]
    if (this.agent) views.push(this.agent.state.threads[this.sessionId]?.messages ?? [])
    return {
      sent: new Set(this.writers.flatMap(({ sent }) => [...sent])),
      acknowledged: new Set(this.writers.flatMap(({ acknowledged }) => [...acknowledged])),
      screens: views.map((messages) =>
        messages.filter(({ senderType }) => senderType !== 'system').map(({ content }) => content),
      ),
      stored,
    }
  }

  /** Stops sending. Messages in transit still arrive. */
  rest(): void {
    for (const writer of this.writers) writer.isWriting = false
  }

  close(): void {
    clearInterval(this.#timer)
    this.visitor.close()
    this.agent?.close()
  }
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function until(
  what: string,
  timeoutMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const started = performance.now()
  while (!(await isSo())) {
    if (performance.now() - started > timeoutMs) throw new Error(`waited in vain for ${what}`)
    await wait(20)
  }
}

/** Reads from the database itself, after the last process that used it has ended. */
export async function readStored(dataDir: string, databaseUrl?: string) {
  const database = await openDatabase({ dataDir, databaseUrl })
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
