import { tabStorage } from '../storage.ts'

/** Prefix of the keys of drafts, which hold unsent text per tab and account. */
const prefix = 'draft:'

export const draftKey = (owner: string, name: string) => `${prefix}${owner}:${name}`

export const readDraft = tabStorage.readJson

export function writeDraft(key: string, value: unknown): void {
  tabStorage.write(key, JSON.stringify(value))
}

export function removeDraft(key: string): void {
  tabStorage.write(key, null)
}

/** The unsaved forms on the screen. `useUnsaved` adds and removes them. */
export const unsaved = new Set<{ save?: () => unknown }>()

/** Saves immediately what would otherwise be saved after a delay. */
export function saveUnsaved(): void {
  for (const { save } of unsaved) save?.()
}

/** `ask` resolves to whether unsaved text may be discarded. Set while `LeaveGuard` is mounted. */
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
