import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import { FormMessage } from '../ui/form-note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'

type Choice = 'theirs' | 'mine'
type Versions = { name: string; choice: Choice } & Record<Choice, unknown>

export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'conflict' && error.current !== undefined
}

/**
 * `base` is the record as loaded; its `updatedAt` is sent as `If-Match`. On a conflict, fields not
 * edited here take the new values; edited fields keep theirs and can be switched.
 */
export function useEditConflict<V extends FieldValues, O, R extends { updatedAt?: string }>(
  form: UseFormReturn<V, unknown, O>,
  record: R | null | undefined,
  valuesOf: (record: R) => V,
) {
  const [base, setBase] = useState(record)
  const [versions, setVersions] = useState<Versions[]>()

  function put(name: string, value: unknown) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }
  return {
    base,
    /** Rebases the form on the earlier record of a stored draft. */
    rebase: setBase,
    versions,
    /** Bases the form on a record that was just saved. */
    begin(saved: R): void {
      setBase(saved)
      setVersions(undefined)
    },
    /** @returns whether the error was a conflict with another version. */
    meet(error: unknown): boolean {
      if (!base || !isStale(error)) return false
      const current = error.current as R
      const before = valuesOf(base)
      const mine = form.getValues()
      const found = Object.entries<unknown>(valuesOf(current)).flatMap(([name, theirs]) => {
        if (isSame(mine[name], theirs)) return []
        const choice: Choice = isSame(mine[name], before[name]) ? 'theirs' : 'mine'
        return [{ name, theirs, mine: structuredClone(mine[name]) as unknown, choice }]
      })
      for (const { name, theirs, choice } of found) if (choice === 'theirs') put(name, theirs)
      setBase(current)
      setVersions(found)
      return true
    },
    choose(name: string, choice: Choice) {
      setVersions(versions?.map((each) => (each.name === name ? { ...each, choice } : each)))
      const chosen = versions?.find((each) => each.name === name)
      if (chosen) put(name, chosen[choice])
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((row) => Object.values(row).join(' ')).join('\n')
  return String(value ?? '')
}

export function EditConflict(props: {
  conflict: {
    base: { updatedAt?: string } | null | undefined
    versions: Versions[] | undefined
    choose: (name: string, choice: Choice) => void
  }
  labels: Record<string, string>
}) {
  const { base, versions, choose } = props.conflict
  const box = useRef<HTMLElement>(null)
  const met = versions && base?.updatedAt
  useEffect(() => {
    if (met) box.current?.focus()
  }, [met])
  if (!versions) return null
  const shown = (value: unknown) => (
    <span className="whitespace-pre-line">{textOf(value) || 'Empty'}</span>
  )
  return (
    <section ref={box} tabIndex={-1} aria-label="Changed meanwhile">
      <FormMessage tone="note">
        <p className="font-semibold">Somebody else changed this meanwhile</p>
        <p>Nothing is saved yet. Choose which version to keep, then save again.</p>
        {versions.map(({ name, choice, theirs, mine }) => (
          <RadioGroup
            key={name}
            className="mt-3"
            name={`version-${name}`}
            legend={props.labels[name] ?? name}
            value={choice}
            onChange={(event) => choose(name, event.currentTarget.value as Choice)}
            options={[
              { value: 'theirs', label: 'Use theirs', hint: shown(theirs) },
              { value: 'mine', label: 'Keep mine', hint: shown(mine) },
            ]}
          />
        ))}
      </FormMessage>
    </section>
  )
}
