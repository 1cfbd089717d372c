import { z } from 'zod'

const Ids = z.array(z.uuid()).max(200)

/**
 * What instances tell each other: that something is worth a look, never what it is. The database
 * is the truth, so losing, repeating, reordering or forging one of these does no harm.
 */
export const PubSubMessage = z.discriminatedUnion('kind', [
  /** Messages or states of these chat sessions have changed. */
  z.object({ kind: z.literal('chat'), ids: Ids }),
  /** These chat messages have been delivered. */
  z.object({ kind: z.literal('delivered'), ids: Ids }),
  z.object({
    kind: z.literal('typing'),
    sessionId: z.uuid(),
    by: z.enum(['visitor', 'admin']),
    userId: z.string().max(50),
    isTyping: z.boolean(),
  }),
  /** An agent has come. */
  z.object({ kind: z.literal('agents') }),
  /** Public pages show something else now. */
  z.object({ kind: z.literal('content') }),
  /** Sessions of signed-in users have ended: look which. */
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

/** Reads what came over a channel that anybody may have written to. */
export function readWire(text: string): Wire | undefined {
  try {
    return Wire.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** PostgreSQL takes at most 8,000 bytes in one notification. */
const idsAtOnce = 100

/** Joins messages of the lists into few, none too long. */
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
