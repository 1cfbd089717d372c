import { tabStorage } from '../storage.ts'

/** Drafts: unsent text, per tab and account. */
const prefix = 'draft:'

export const draftKey = (owner: string, name: string) => `${prefix}${owner}:${name}`

export const readDraft = tabStorage.readJson

export function writeDraft(key: string, value: unknown): void {
  tabStorage.write(key, JSON.stringify(value))
}

export function removeDraft(key: string): void {
  tabStorage.write(key, null)
}

/** Unsaved forms on the screen; see `useUnsaved`. */
export const unsaved = new Set<{ save?: () => unknown }>()

/** Saves at once what would save itself in a while. */
export function saveUnsaved(): void {
  for (const { save } of unsaved) save?.()
}

/** Asks whether unsaved text may be discarded; set while `LeaveGuard` is mounted. */
export const guard: { ask?: () => Promise<boolean> } = {}

function storedKeys(): string[] {
  return (tabStorage.attempt(Object.keys) ?? []).filter((key) => key.startsWith(prefix))
}

export async function mayForget(): Promise<boolean> {
  const isNothing = unsaved.size === 0 && storedKeys().length === 0
  return isNothing || (await guard.ask?.()) !== false
}

/** Removes the drafts of all accounts, so that logging out leaves none behind. */
export function forgetDrafts(): void {
  unsaved.clear()
  for (const key of storedKeys()) removeDraft(key)
}
