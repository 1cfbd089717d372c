import { browserMemory } from '../client/browser-memory.ts'

const openKey = 'chat-open'
const soundKey = 'chat-sound'
const seenKey = 'chat-seen'
const draftKey = 'chat-draft'

/** Unavailable storage counts as empty. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {}
}

const everyTab = () => localStorage
const thisTab = () => sessionStorage

export function hasConversation(): boolean {
  return browserMemory.readIdentity() !== undefined
}

export function wasOpen(): boolean {
  return read(thisTab, openKey) !== null
}

export function keepOpen(open: boolean): void {
  write(thisTab, openKey, open ? 'open' : null)
}

export function readSound(): boolean {
  return read(everyTab, soundKey) === 'on'
}

export function keepSound(on: boolean): void {
  write(everyTab, soundKey, on ? 'on' : null)
}

/** Highest `seq` read in this browser; 0 for none. */
export function readSeen(sessionId: string): number {
  const [session, seq] = (read(everyTab, seenKey) ?? '').split(' ')
  return session === sessionId ? Number(seq) || 0 : 0
}

export function keepSeen(sessionId: string, seq: number): void {
  write(everyTab, seenKey, `${sessionId} ${seq}`)
}

export function readDraft(): string {
  return read(thisTab, draftKey) ?? ''
}

export function keepDraft(draft: string): void {
  write(thisTab, draftKey, draft || null)
}
