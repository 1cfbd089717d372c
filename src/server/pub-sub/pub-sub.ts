import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type InboxTopic, inboxTopics } from '#contract/vocabulary.ts'
import { describeError } from '#server/database/describe-error.ts'

const Ids = z.array(z.uuid()).max(200)

/**
 * A message says that something changed, and never what. Losing, repeating or forging one is
 * harmless.
 */
const PubSubMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), ids: Ids }),
  z.object({ kind: z.literal('delivered'), ids: Ids }),
  z.object({
    kind: z.literal('typing'),
    sessionId: z.uuid(),
    by: z.enum(['visitor', 'admin']),
    userId: z.string().max(50),
    isTyping: z.boolean(),
  }),
  z.object({ kind: z.literal('agents') }),
  z.object({ kind: z.literal('content') }),
  z.object({ kind: z.literal('inbox'), topics: z.array(z.enum(inboxTopics)) }),
  /** Account sessions have ended or their users changed. Receivers look up which ones. */
  z.object({ kind: z.literal('revoke') }),
])
export type PubSubMessage = z.output<typeof PubSubMessage>
type Topic = PubSubMessage['kind']
type Listener<K extends Topic> = (message: Extract<PubSubMessage, { kind: K }>) => void

const Packet = z.object({
  v: z.literal(1),
  from: z.uuid(),
  messages: z.array(PubSubMessage).max(500),
})

export type PubSub = {
  instanceId: string
  /** Listeners of this instance run synchronously. Never fails. */
  publish(message: PubSubMessage): void
  publishElsewhere(message: PubSubMessage): void
  on<K extends Topic>(kind: K, listener: Listener<K>): void
  isHealthy(): boolean
  close(): Promise<void>
}

/** When `send` fails, the message is lost. */
export type Broker = {
  send(text: string): Promise<unknown>
  close(): Promise<void>
}

export type OpenBroker = (receive: (text: string) => void) => Broker

const beatMs = 1_000
/** The repair poll follows within 2 s, so other instances are at most 5 s behind. */
const unhealthyMs = 3_000
/** The maximum number of characters; PostgreSQL carries at most 8,000 bytes. */
const maxPacketBytes = 7_000
const idsPerMessage = 100

/** @param openBroker connects further instances. Without it, this is the only one. */
export function openPubSub(
  openBroker?: OpenBroker,
  log: { warn(line: object): void } = { warn: () => {} },
): PubSub {
  const instanceId = randomUUID()
  const listeners = new Map<Topic, Listener<never>[]>()
  const deliver = (message: PubSubMessage) => {
    for (const listener of listeners.get(message.kind) ?? []) {
      try {
        listener(message as never)
      } catch (error) {
        log.warn({ event: 'pub_sub_failed', kind: message.kind, error: describeError(error) })
      }
    }
  }
  const others = openBroker && connectInstances(instanceId, openBroker, deliver, log)
  return {
    instanceId,
    publish(message) {
      deliver(message)
      others?.send(message)
    },
    publishElsewhere: (message) => others?.send(message),
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener as unknown as Listener<never>])
    },
    isHealthy: () => others?.isHealthy() ?? true,
    close: async () => others?.close(),
  }
}

function connectInstances(
  from: string,
  openBroker: OpenBroker,
  deliver: (message: PubSubMessage) => void,
  log: { warn(line: object): void },
) {
  let receivedAt = performance.now()
  let wasHealthy = true
  let waiting: PubSubMessage[] = []
  let isBusy = false
  const broker = openBroker((text) => {
    const packet = readPacket(text)
    if (packet?.from === from) receivedAt = performance.now()
    else for (const message of packet?.messages ?? []) deliver(message)
  })
  const write = (messages: PubSubMessage[]) => broker.send(JSON.stringify({ v: 1, from, messages }))

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const batch = condense(waiting)
      waiting = []
      // The repair poll makes up for lost messages.
      await Promise.allSettled(packetsOf(batch).map(write))
    }
    isBusy = false
  }
  const isHealthy = () => performance.now() - receivedAt < unhealthyMs
  const timer = setInterval(() => {
    void write([]).catch(() => {})
    if (isHealthy() === wasHealthy) return
    wasHealthy = !wasHealthy
    log.warn({ event: wasHealthy ? 'pub_sub_back' : 'pub_sub_silent' })
    // A change may have been missed. Dropping pages needlessly is cheap.
    if (wasHealthy) deliver({ kind: 'content' })
  }, beatMs)
  return {
    isHealthy,
    send(message: PubSubMessage) {
      waiting.push(message)
      if (!isBusy) void work()
    },
    close() {
      clearInterval(timer)
      return broker.close()
    },
  }
}

/** The packet is validated because anybody may have written to the broker. */
export function readPacket(text: string): z.output<typeof Packet> | undefined {
  try {
    return Packet.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function condense(messages: readonly PubSubMessage[]): PubSubMessage[] {
  const ids = { chat: new Set<string>(), delivered: new Set<string>() }
  const topics = new Set<InboxTopic>()
  const others: PubSubMessage[] = []
  for (const message of messages) {
    if ('ids' in message) for (const id of message.ids) ids[message.kind].add(id)
    else if (message.kind === 'inbox') for (const topic of message.topics) topics.add(topic)
    else if (!others.some(({ kind }) => kind === message.kind && kind !== 'typing'))
      others.push(message)
  }
  if (topics.size > 0) others.push({ kind: 'inbox', topics: [...topics] })
  for (const kind of ['chat', 'delivered'] as const) {
    const all = [...ids[kind]]
    while (all.length > 0) others.push({ kind, ids: all.splice(0, idsPerMessage) })
  }
  return others
}

function packetsOf(messages: readonly PubSubMessage[]): PubSubMessage[][] {
  const packets: PubSubMessage[][] = []
  let size = maxPacketBytes
  for (const message of messages) {
    const { length } = JSON.stringify(message)
    if (size + length > maxPacketBytes) {
      packets.push([])
      size = 100
    }
    packets.at(-1)?.push(message)
    size += length + 1
  }
  return packets
}
