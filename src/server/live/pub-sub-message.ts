import { z } from 'zod'

const Ids = z.array(z.uuid()).max(200)

/**
 * Messages between instances: that something changed, never what. The database is authoritative, so
 * losing, repeating, reordering or forging one does no harm.
 */
export const PubSubMessage = z.discriminatedUnion('kind', [
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
export type Topic = PubSubMessage['kind']

const Wire = z.object({
  v: z.literal(1),
  from: z.uuid(),
  messages: z.array(PubSubMessage).max(500),
})
export type Wire = z.output<typeof Wire>

/** Parses a message from a channel that anybody may have written to. */
export function readWire(text: string): Wire | undefined {
  try {
    return Wire.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** PostgreSQL limits a notification to 8,000 bytes. */
const idsAtOnce = 100

/** Merges messages where possible, each within the size limit. */
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
    for (let at = 0; at < all.length; at += idsAtOnce) {
      others.push({ kind, ids: all.slice(at, at + idsAtOnce) })
    }
  }
  return others
}
