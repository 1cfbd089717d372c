import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure } from '#web/ui/outcome.ts'
import { preferences } from '../preferences/contract.ts'
import { eventWords } from './event-words.ts'

type Preferences = Output<typeof preferences.show>
type Row = Preferences['preferences'][number]

const ways = ['push', 'mail'] as const
const wayWords = { push: 'Device', mail: 'Email' }

/** Each choice is saved at once. */
export function WaysTable({ rows }: { rows: readonly Row[] }) {
  const client = useQueryClient()
  const queryKey = keyOf(preferences.show, {})
  // The cache renders one task later: until then a controlled checkbox would show its old state.
  const [shown, setShown] = useState({ rows, from: rows })
  if (shown.from !== rows) setShown({ rows, from: rows })
  const save = useMutation({
    // Sequential, so that the last choice wins.
    scope: { id: 'notification-ways' },
    mutationFn: (row: Row) => call(browser, preferences.update, { preferences: [row] }),
    onError: async (error) => {
      showFailure(error, 'Failed to save your choice')
      await client.invalidateQueries({ queryKey })
    },
  })
  function choose(row: Row) {
    const withIt = (all: readonly Row[]) => all.map((one) => (one.event === row.event ? row : one))
    setShown((before) => ({ ...before, rows: withIt(before.rows) }))
    client.setQueryData<Preferences>(
      queryKey,
      (before) => before && { ...before, preferences: withIt(before.preferences) },
    )
    save.mutate(row)
  }
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">How you are notified of each event</caption>
      <thead>
        <tr className="small text-left text-ink-2">
          <th scope="col" className="py-1 pr-3 font-normal">
            Event
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="w-20 py-1 text-center font-normal">
              {wayWords[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.rows.map((row) => (
          <tr key={row.event} className="border-t border-rule">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {eventWords[row.event]}
            </th>
            {ways.map((way) => (
              <td key={way} className="text-center">
                <label className="choice inline-flex">
                  <input
                    type="checkbox"
                    className="checkbox"
                    id={`way-${row.event}-${way}`}
                    checked={row[way]}
                    onChange={({ target }) => choose({ ...row, [way]: target.checked })}
                  />
                  <span className="sr-only">
                    {eventWords[row.event]}: {wayWords[way]}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
