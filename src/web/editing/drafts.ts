/** What has been typed and not sent, for this tab only and for who typed it. */
const prefix = 'draft:'

export const draftKey = (owner: string, name: string) => `${prefix}${owner}:${name}`

export function readDraft<T>(key: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing, or has no room left, keeps no drafts either. */
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

/** What on the screen has not been saved; see `useUnsaved`. */
export const unsaved = new Set<object>()

/** Asks whether what is unsaved may be lost; there while `LeaveGuard` is. */
export const guard: { ask?: () => Promise<boolean> } = {}

function keptDrafts(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Whether what has been typed may be forgotten: there is nothing, or somebody says so. */
export async function mayForget(): Promise<boolean> {
  const isNothing = unsaved.size === 0 && keptDrafts().length === 0
  return isNothing || (await guard.ask?.()) !== false
}

/** Forgets everybody's drafts: whoever logs out leaves nothing behind. */
export function forgetDrafts(): void {
  unsaved.clear()
  for (const key of keptDrafts()) removeDraft(key)
}
