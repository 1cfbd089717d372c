import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { pausing } from '../after/contract.ts'
import type { Calendar, Call } from '../agenda/contract.ts'
import { type Ask, CallRow } from './call-row.tsx'
import { calendarWords } from './call-words.ts'
import { refreshAgenda } from './use-agenda.ts'

type BandsProps = {
  pending: Call[]
  outcome: Call[]
  calendars: Calendar[]
  paused: boolean
  ask: Ask
  showsHost: boolean
}

/** Calls that wait for a decision, above the days. */
export function Bands({ pending, outcome, calendars, paused, ...lists }: BandsProps) {
  const unreadable = calendars.filter(({ readable }) => !readable)
  useKeptFocus(pending.length + outcome.length)
  return (
    <>
      {paused && <Paused />}
      {unreadable.length > 0 && (
        <section className="panel agenda-band" aria-label="Calendars that can’t be read">
          <ul className="agenda-unreadable">
            {unreadable.map((calendar) => (
              <li key={`${calendar.host.id} ${calendar.source}`} dir="auto">
                {calendarWords(calendar)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Band title="Needs confirmation" calls={pending} {...lists} />
      <Band title="How did it go?" calls={outcome} {...lists} />
    </>
  )
}

/** Shown after a restore, because a restored copy writes to nobody by itself. */
function Paused() {
  const isAdmin = useMay('admin')
  const client = useQueryClient()
  const resuming = useMutation({
    mutationFn: () => call(browser, pausing.resume, {}),
    async onSuccess() {
      await refreshAgenda(client)
      document.getElementById('agenda-heading')?.focus()
      showSuccess('Reminders and calendar changes are planned')
    },
    onError: (error) => showFailure(error, 'Failed to resume'),
  })
  return (
    <section className="panel agenda-band agenda-paused" aria-label="Paused">
      <p>Restored from a backup. Reminders and calendar changes are paused.</p>
      {isAdmin ? (
        <Button busy={resuming.isPending} onClick={() => resuming.mutate()}>
          Resume
        </Button>
      ) : (
        <p>An admin can resume them.</p>
      )}
    </section>
  )
}

type BandProps = { title: string; calls: Call[]; ask: Ask; showsHost: boolean }

function Band({ title, calls, ...lists }: BandProps) {
  if (calls.length === 0) return null
  return (
    <section className="panel agenda-band" aria-label={title}>
      <h2 className="panel-heading">
        {title} <Badge variant="canary">{calls.length.toLocaleString()}</Badge>
      </h2>
      <ul>
        {calls.map((one) => (
          <CallRow key={one.id} call={one} isApart {...lists} />
        ))}
      </ul>
    </section>
  )
}

/** When a row disappears together with its focused button, the page's heading gets the focus. */
function useKeptFocus(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (!isFewer || document.activeElement !== document.body) return
    document.getElementById('agenda-heading')?.focus()
  }, [count])
}
