import { createContext, useContext, useEffect, useState } from 'react'
import { draftKey, readDraft, removeDraft, unsaved, writeDraft } from './drafts.ts'

/** Id of the signed-in account. */
export const DraftOwner = createContext('')

export function useDraftKey(name: string): string {
  return draftKey(useContext(DraftOwner), name)
}

/**
 * While `dirty`, leaving the page requires confirmation.
 *
 * @param save for texts that save themselves, called before asking; it must be a stable function.
 */
export function useUnsaved(dirty: boolean, save?: () => unknown): void {
  useEffect(() => {
    if (!dirty) return
    const token = save ? { save } : {}
    unsaved.add(token)
    return () => {
      unsaved.delete(token)
    }
  }, [dirty, save])
}

/** State that survives a reload. `name` must be unique among the drafts of an account. */
export function useDraft<T>(name: string, initial: T) {
  const key = useDraftKey(name)
  const [value, setValue] = useState<T>(() => readDraft<T>(key) ?? initial)
  const dirty = JSON.stringify(value) !== JSON.stringify(initial)
  return {
    value,
    dirty,
    set(next: T) {
      setValue(next)
      if (JSON.stringify(next) === JSON.stringify(initial)) removeDraft(key)
      else writeDraft(key, next)
    },
    discard() {
      setValue(initial)
      removeDraft(key)
    },
  }
}
