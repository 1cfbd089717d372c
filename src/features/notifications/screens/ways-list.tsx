import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure } from '#web/ui/outcome.ts'
import { preferences } from '../preferences/contract.ts'
import { eventGroups, eventWords } from './event-words.ts'
import './ways.css'

type Preferences = Output<typeof preferences.show>
type Row = Preferences['preferences'][number]

const ways = ['push', 'mail'] as const
const wayWords = { push: 'Device', mail: 'Email' }

/** Each choice is saved at once. */
export function WaysList({ rows }: { rows: readonly Row[] }) {
  const client = useQueryClient()
  const queryKey = keyOf(preferences.show, {})
  // The cache renders one task later, and until then a controlled checkbox would show its old
  // state.
  const [shown, setShown] = useState({ rows, from: rows })
  if (shown.from !== rows) setShown({ rows, from: rows })
  const save = useMutation({
    // Requests are sequential, so that the last choice wins.
    scope: { id: 'notification-ways' },
    mutationFn: (changed: Row[]) => call(browser, preferences.update, { preferences: changed }),
    onError: async (error) => {
      showFailure(error, 'Failed to save your choice')
      await client.invalidateQueries({ queryKey })
    },
  })
  function choose(changed: Row[]) {
    const withThem = (all: readonly Row[]) =>
      all.map((one) => changed.find(({ event }) => event === one.event) ?? one)
    setShown((before) => ({ ...before, rows: withThem(before.rows) }))
    client.setQueryData<Preferences>(
      queryKey,
      (before) => before && { ...before, preferences: withThem(before.preferences) },
    )
    save.mutate(changed)
  }
  const groups = Object.entries(eventGroups).flatMap(([name, events]) => {
    const own = shown.rows.filter(({ event }) => events.includes(event))
    return own.length > 0 ? [{ name, own }] : []
  })
  return (
    <>
      <div className="way-row small text-ink-2" aria-hidden="true">
        <span>What happened</span>
        {ways.map((way) => (
          <span key={way}>{wayWords[way]}</span>
        ))}
      </div>
      <ul className="way-rows divide-y divide-rule" aria-label="How you are notified">
        {groups.map(({ name, own }) => (
          <li key={name}>
            <WayRow name={name} id={name} rows={own} choose={choose} isHeading />
            <details className="way-details">
              <summary>
                Details<span className="sr-only">: {name}</span>
              </summary>
              {own.map((row) => (
                <WayRow
                  key={row.event}
                  name={eventWords[row.event]}
                  id={row.event}
                  rows={[row]}
                  choose={choose}
                />
              ))}
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

type WayRowProps = {
  name: string
  id: string
  rows: Row[]
  choose: (changed: Row[]) => void
  isHeading?: boolean
}

/** A checkbox for all rows of a group; indeterminate if only some are chosen. */
function WayRow({ name, id, rows, choose, isHeading = false }: WayRowProps) {
  return (
    <div className="way-row">
      <span className={isHeading ? 'font-semibold' : undefined}>{name}</span>
      {ways.map((way) => {
        const chosen = rows.filter((row) => row[way]).length
        return (
          <label key={way} className="choice inline-flex">
            <input
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < rows.length
              }}
              type="checkbox"
              className="checkbox"
              id={`way-${id}-${way}`}
              checked={chosen === rows.length}
              onChange={({ target }) =>
                choose(rows.map((row) => ({ ...row, [way]: target.checked })))
              }
            />
            <span className="sr-only">
              {name}: {wayWords[way]}
            </span>
          </label>
        )
      })}
    </div>
  )
}
