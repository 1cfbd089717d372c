/** Drafts: unsent text, per tab and account. */
const prefix = 'draft:'

export const draftKey = (owner: string, name: string) => `${prefix}${owner}:${name}`

export function readDraft<T>(key: string): T | undefined {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : (JSON.parse(stored) as T)
  } catch {
    return undefined
  }
}

/** If storage is unavailable or full, no draft is written. */
export function writeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}

/** Unsaved forms on the screen; see `useUnsaved`. */
export const unsaved = new Set<object>()

/** Asks whether unsaved text may be discarded; set while `LeaveGuard` is mounted. */
export const guard: { ask?: () => Promise<boolean> } = {}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** True if there is no unsaved text or the user agrees to lose it. */
export async function mayForget(): Promise<boolean> {
  const isNothing = unsaved.size === 0 && storedKeys().length === 0
  return isNothing || (await guard.ask?.()) !== false
}

/** Removes the drafts of all accounts, so that logging out leaves none behind. */
export function forgetDrafts(): void {
  unsaved.clear()
  for (const key of storedKeys()) removeDraft(key)
}
