import type { Pending } from './chat-thread.ts'
import type { Identity, Memory } from './visitor-chat.ts'

const identityKey = 'chat-visitor'
const outboxKey = 'chat-outbox'

/** Full or blocked storage must not break a chat; it only prevents resuming after a reload. */
function read<T>(storage: () => Storage, key: string): T | undefined {
  try {
    return (JSON.parse(storage().getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {}
}

const everyTab = () => localStorage
const thisTab = () => sessionStorage

/** The identity is shared by all tabs of the browser; the outbox belongs to one tab. */
export const browserMemory: Memory = {
  readIdentity: () => read<Identity>(everyTab, identityKey),
  writeIdentity: (identity) => write(everyTab, identityKey, identity),
  readOutbox: () => read<Pending[]>(thisTab, outboxKey) ?? [],
  writeOutbox: (outbox) => write(thisTab, outboxKey, outbox.length > 0 ? outbox : undefined),
}
