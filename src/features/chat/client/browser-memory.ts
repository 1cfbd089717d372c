import type { Pending } from './chat-log.ts'
import type { Identity, Memory } from './visitor-chat.ts'

const identityKey = 'chat-visitor'
const outboxKey = 'chat-outbox'

/** A full or forbidden storage must not end a chat: it only does not survive a reload then. */
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

/** The identity is shared by all tabs of a browser, what is on its way belongs to one. */
export const browserMemory: Memory = {
  readIdentity: () => read<Identity>(everyTab, identityKey),
  writeIdentity: (identity) => write(everyTab, identityKey, identity),
  readOutbox: () => read<Pending[]>(thisTab, outboxKey) ?? [],
  writeOutbox: (outbox) => write(thisTab, outboxKey, outbox.length > 0 ? outbox : undefined),
}
