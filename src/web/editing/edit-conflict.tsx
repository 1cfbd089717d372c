import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ChangedBy } from '#contract/failure.ts'
import { ApiError } from '../api/api-error.ts'
import { FormMessage } from '../ui/form-note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Time } from '../ui/time.tsx'

type Choice = 'theirs' | 'mine'
type Versions = { name: string; choice: Choice } & Record<Choice, unknown>
type Met = { by: ChangedBy | undefined; versions: Versions[] }

export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'conflict' && error.current !== undefined
}

/**
 * `base` is the record as loaded; its `updatedAt` is sent as `If-Match`. On a conflict, fields not
 * edited here take the new values; those that both changed keep theirs and can be switched.
 */
export function useEditConflict<V extends FieldValues, O, R extends { updatedAt?: string }>(
  form: UseFormReturn<V, unknown, O>,
  record: R | null | undefined,
  valuesOf: (record: R) => V,
) {
  const [base, setBase] = useState(record)
  const [met, setMet] = useState<Met>()

  function put(name: string, value: unknown) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true })
  }
  return {
    base,
    /** Rebases the form on the earlier record of a stored draft. */
    rebase: setBase,
    met,
    /** Bases the form on a record that was just saved. */
    begin(saved: R): void {
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

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((row) => Object.values(row).join(' ')).join('\n')
  return String(value ?? '')
}

/** "Ana saved changes to this client at 11:25 AM", also from an earlier day. */
export function ChangedByWhom({ by, noun }: { by: ChangedBy | undefined; noun: string }) {
  if (!by) return `Somebody else saved changes to this ${noun}`
  const isToday = new Date(by.at).toDateString() === new Date().toDateString()
  return (
    <>
      <bdi>{by.name}</bdi> saved changes to this {noun} {isToday ? 'at' : 'on'}{' '}
      <Time value={by.at} format={isToday ? 'time' : 'datetime'} />
    </>
  )
}

export function EditConflict(props: {
  conflict: {
    base: { updatedAt?: string } | null | undefined
    met: Met | undefined
    choose: (name: string, choice: Choice) => void
  }
  noun: string
  labels: Record<string, string>
}) {
  const { base, met, choose } = props.conflict
  const box = useRef<HTMLElement>(null)
  const metAt = met && base?.updatedAt
  useEffect(() => {
    if (metAt) box.current?.focus()
  }, [metAt])
  if (!met) return null
  const { by, versions } = met
  const shown = (value: unknown) => (
    <span className="whitespace-pre-line">{textOf(value) || 'Empty'}</span>
  )
  return (
    <section ref={box} tabIndex={-1} aria-label="Changed meanwhile">
      <FormMessage tone="note">
        <p className="font-semibold">
          <ChangedByWhom by={by} noun={props.noun} />
        </p>
        <p>
          {versions.length > 0
            ? 'Nothing is saved yet. Choose which version to keep, then save again.'
            : 'Nothing is saved yet. Their changes are in the form now: save again to add yours.'}
        </p>
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
