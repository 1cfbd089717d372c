import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { describeError } from '../http/errors.ts'

const Ids = z.array(z.uuid()).max(200)

/**
 * Messages between instances: that something changed, never what. The database is authoritative, so
 * losing, repeating, reordering or forging one does no harm.
 */
const PubSubMessage = z.discriminatedUnion('kind', [
  /** Messages or states of these chat sessions changed. */
  z.object({ kind: z.literal('chat'), ids: Ids }),
  /** These chat messages were delivered. */
  z.object({ kind: z.literal('delivered'), ids: Ids }),
  z.object({
    kind: z.literal('typing'),
    sessionId: z.uuid(),
    by: z.enum(['visitor', 'admin']),
    userId: z.string().max(50),
    isTyping: z.boolean(),
  }),
  /** An agent came online. */
  z.object({ kind: z.literal('agents') }),
  z.object({ kind: z.literal('content') }),
  /** Account sessions ended; receivers look up which. */
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
  /** Reaches every instance, this one synchronously; never waits and never fails. */
  publish(message: PubSubMessage): void
  publishElsewhere(message: PubSubMessage): void
  on<K extends Topic>(kind: K, listener: Listener<K>): void
  /** Whether messages of other instances arrive here. */
  isHealthy(): boolean
  close(): Promise<void>
}

/** Broker between instances; when `send` fails, the message is lost. */
export type Broker = {
  send(text: string): Promise<unknown>
  close(): Promise<void>
}

export type OpenBroker = (receive: (text: string) => void) => Broker

/** Interval of the empty packets that test whether a broker works. */
const beatMs = 1_000
/** With the repair poll of 2 s after it, other instances are at most 5 s behind. */
const unhealthyMs = 3_000
/** Characters per packet, and ids per message: PostgreSQL carries at most 8,000 bytes. */
const longestPacket = 7_000
const idsPerMessage = 100

/**
 * @param openBroker to other instances; without it this is the only one.
 * @param log notes when the broker stops working and when it works again.
 */
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
    // An edit may have been missed meanwhile; dropping pages needlessly is cheap.
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

/** Parses a packet from a broker that anybody may have written to. */
export function readPacket(text: string): z.output<typeof Packet> | undefined {
  try {
    return Packet.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Merges messages where possible. */
export function condense(messages: readonly PubSubMessage[]): PubSubMessage[] {
  const ids = { chat: new Set<string>(), delivered: new Set<string>() }
  const others: PubSubMessage[] = []
  for (const message of messages) {
    if ('ids' in message) for (const id of message.ids) ids[message.kind].add(id)
    else if (!others.some(({ kind }) => kind === message.kind && kind !== 'typing'))
      others.push(message)
  }
  for (const kind of ['chat', 'delivered'] as const) {
    const all = [...ids[kind]]
    while (all.length > 0) others.push({ kind, ids: all.splice(0, idsPerMessage) })
  }
  return others
}

function packetsOf(messages: readonly PubSubMessage[]): PubSubMessage[][] {
  const packets: PubSubMessage[][] = []
  let size = longestPacket
  for (const message of messages) {
    const { length } = JSON.stringify(message)
    if (size + length > longestPacket) {
      packets.push([])
      size = 100
    }
    packets.at(-1)?.push(message)
    size += length + 1
  }
  return packets
}
