import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { toast } from '../ui/toast-store.ts'
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

/** Stores a form's values together with the record they were edited from. */
export function useFormDraft<V extends FieldValues, O, R>(
  form: UseFormReturn<V, unknown, O>,
  name: string,
  { open = true, base, rebase }: { open?: boolean; base: R; rebase: (base: R) => void },
): { discard: () => void } {
  const key = useDraftKey(name)
  const { isDirty } = form.formState
  const latest = useRef({ base, rebase })
  latest.current = { base, rebase }
  const discarded = useRef(false)
  useUnsaved(open && isDirty)

  useEffect(() => {
    if (!open) return
    discarded.current = false
    const stored = readDraft<{ values: V; base: R }>(key)
    if (stored) {
      latest.current.rebase(stored.base)
      for (const [field, value] of Object.entries(stored.values)) {
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
      }
      toast({ title: 'What you had typed is back', description: 'It isn’t saved yet.' })
    }
    const watching = form.watch((values) => {
      if (discarded.current) return
      const first = form.formState.defaultValues
      if (JSON.stringify(values) === JSON.stringify(first)) removeDraft(key)
      else writeDraft(key, { values, base: latest.current.base })
    })
    return () => watching.unsubscribe()
  }, [open, key, form])

  return {
    discard() {
      discarded.current = true
      removeDraft(key)
    },
  }
}
