import { useEffect, useRef } from 'react'
import type { ChangedBy } from '#contract/failure.ts'
import { FormMessage } from '../ui/form-note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Time } from '../ui/time.tsx'
import type { Choice, Met } from './use-edit-conflict.ts'

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const lines = value.map((row) => (typeof row === 'string' ? row : Object.values(row).join(' ')))
    return lines.join('\n')
  }
  return String(value ?? '')
}

const isPicture = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value

/**
 * Reads, for example, "Ana saved changes to this client at 11:25 AM". A change of an earlier day
 * also shows the date.
 */
export function ChangedByWhom({ by, noun }: { by: ChangedBy | undefined; noun: string }) {
  if (!by) return `Someone else saved changes to this ${noun}`
  const isToday = new Date(by.at).toDateString() === new Date().toDateString()
  return (
    <>
      {by.isYou ? 'You' : <bdi>{by.name}</bdi>} saved changes to this {noun} {isToday ? 'at' : 'on'}{' '}
      <Time value={by.at} format={isToday ? 'time' : 'datetime'} />
    </>
  )
}

export function EditConflict(props: {
  conflict: {
    base: object | null | undefined
    met: Met | undefined
    choose: (name: string, choice: Choice) => void
  }
  noun: string
  labels: Record<string, string>
}) {
  const { base, met, choose } = props.conflict
  const box = useRef<HTMLElement>(null)
  const metBase = met && base
  useEffect(() => {
    if (metBase) box.current?.focus()
  }, [metBase])
  if (!met) return null
  const { by, versions } = met
  const shown = (value: unknown) =>
    isPicture(value) ? (
      <img src={value.url} alt="" width={64} height={64} />
    ) : (
      <span className="whitespace-pre-line">{textOf(value) || 'Empty'}</span>
    )
  return (
    <section ref={box} tabIndex={-1} aria-label="Conflicting changes">
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
