import { randomUUID } from 'node:crypto'
import { describeError } from '../http/errors.ts'
import { condense, type PubSubMessage, readWire, type Topic } from './pub-sub-message.ts'

type Listener<K extends Topic> = (message: Extract<PubSubMessage, { kind: K }>) => void

export type PubSub = {
  instanceId: string
  /** Reaches every instance, this one synchronously; never waits and never fails. */
  publish(message: PubSubMessage): void
  publishElsewhere(message: PubSubMessage): void
  on<K extends Topic>(kind: K, listener: Listener<K>): void
  /** Whether messages of other instances arrive here. */
  isHealthy(): boolean
  isAlone: boolean
  close(): Promise<void>
}

/** Transport between instances; when `send` fails, the message is lost. */
export type Channel = {
  send(text: string): Promise<unknown>
  close(): Promise<void>
}

export type OpenChannel = (hear: (text: string) => void) => Channel

/** Interval of the empty messages that test whether a channel works. */
const beatMs = 1_000
/** With the repair poll of 2 s after it, other instances are at most 5 s behind. */
const silentMs = 3_000
/** Characters per message; PostgreSQL carries at most 8,000 bytes. */
const longest = 7_000

/**
 * @param openChannel channel between instances; without it this is the only one.
 * @param log receives a line when the channel falls silent and when it is back.
 */
export function openPubSub(
  openChannel?: OpenChannel,
  log: { warn(line: object): void } = { warn: () => {} },
): PubSub {
  const instanceId = randomUUID()
  const listeners = new Map<Topic, Listener<never>[]>()
  const tell = (message: PubSubMessage) => {
    for (const listener of listeners.get(message.kind) ?? []) {
      try {
        listener(message as never)
      } catch (error) {
        log.warn({ event: 'pub_sub_failed', kind: message.kind, error: describeError(error) })
      }
    }
  }
  const wire = openChannel && openWire(instanceId, openChannel, tell, log)
  return {
    instanceId,
    isAlone: !wire,
    publish(message) {
      tell(message)
      wire?.send(message)
    },
    publishElsewhere: (message) => wire?.send(message),
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener as unknown as Listener<never>])
    },
    isHealthy: () => wire?.isHealthy() ?? true,
    close: async () => wire?.close(),
  }
}

function openWire(
  from: string,
  openChannel: OpenChannel,
  tell: (message: PubSubMessage) => void,
  log: { warn(line: object): void },
) {
  let heardAt = performance.now()
  let wasHealthy = true
  let waiting: PubSubMessage[] = []
  let isBusy = false
  const channel = openChannel((text) => {
    const heard = readWire(text)
    if (!heard) return
    if (heard.from === from) heardAt = performance.now()
    else for (const message of heard.messages) tell(message)
  })
  const write = (messages: PubSubMessage[]) =>
    channel.send(JSON.stringify({ v: 1, from, messages }))

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const batch = condense(waiting)
      waiting = []
      // The repair poll makes up for lost messages.
      await Promise.allSettled(inPieces(batch).map(write))
    }
    isBusy = false
  }
  const isHealthy = () => performance.now() - heardAt < silentMs
  const timer = setInterval(() => {
    void write([]).catch(() => {})
    if (isHealthy() === wasHealthy) return
    wasHealthy = !wasHealthy
    log.warn({ event: wasHealthy ? 'pub_sub_back' : 'pub_sub_silent' })
    // An edit may have been missed meanwhile; dropping pages needlessly is cheap.
    if (wasHealthy) tell({ kind: 'content' })
  }, beatMs)
  return {
    isHealthy,
    send(message: PubSubMessage) {
      waiting.push(message)
      if (!isBusy) void work()
    },
    close() {
      clearInterval(timer)
      return channel.close()
    },
  }
}

function inPieces(messages: readonly PubSubMessage[]): PubSubMessage[][] {
  const pieces: PubSubMessage[][] = []
  let size = longest
  for (const message of messages) {
    const { length } = JSON.stringify(message)
    if (size + length > longest) {
      pieces.push([])
      size = 100
    }
    pieces.at(-1)?.push(message)
    size += length + 1
  }
  return pieces
}
