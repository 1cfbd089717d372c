import { useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ChangedBy } from '#contract/failure.ts'
import { ApiError } from '../api/api-error.ts'

export type Choice = 'theirs' | 'mine'
type Versions = { name: string; choice: Choice } & Record<Choice, unknown>
export type Met = { by: ChangedBy | undefined; versions: Versions[] }

export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'conflict' && error.current !== undefined
}

/**
 * `base` is the record as loaded; its `updatedAt`, the `version`, is sent as `If-Match`. On a conflict, fields that
 * were not edited here take the new values. Fields that both users changed keep the local value,
 * and the user can switch them.
 */
export function useEditConflict<V extends FieldValues, O, R extends object>(
  form: UseFormReturn<V, unknown, O>,
  record: R | null | undefined,
  valuesOf: (record: R) => V,
) {
  const [base, setBase] = useState(record)
  const [met, setMet] = useState<Met>()

  function put(name: string, value: unknown) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }
  const { updatedAt: version }: { updatedAt?: string } = base ?? {}
  return {
    base,
    version,
    /** Bases the form on the earlier version that a stored draft was edited from. */
    rebase: setBase,
    met,
    /** Bases the form on the version just saved. */
    begin(saved: R | null): void {
      setBase(saved)
      setMet(undefined)
    },
    /** @returns whether the error was a conflict with another version. */
    meet(error: unknown): boolean {
      if (!base || !isStale(error)) return false
      const current = error.current as R
      const before = valuesOf(base)
      const mine = form.getValues()
      const versions: Versions[] = []
      for (const [name, theirs] of Object.entries<unknown>(valuesOf(current))) {
        if (isSame(mine[name], theirs) || isSame(theirs, before[name])) continue
        if (isSame(mine[name], before[name])) put(name, theirs)
        else versions.push({ name, theirs, mine: structuredClone(mine[name]), choice: 'mine' })
      }
      setBase(current)
      setMet({ by: error.changedBy, versions })
      return true
    },
    choose(name: string, choice: Choice) {
      const versions = met?.versions ?? []
      if (met) {
        const changed = versions.map((each) => (each.name === name ? { ...each, choice } : each))
        setMet({ ...met, versions: changed })
      }
      const chosen = versions.find((each) => each.name === name)
      if (chosen) put(name, chosen[choice])
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
