import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatInterval } from '#features/content/business-hours/format-week.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Holiday } from './holiday.ts'
import { limitOf, useAt, useSectionForm } from './use-at.ts'

const LazyDialog = lazyComponent(async () => (await import('./holiday-dialog.tsx')).HolidayDialog)

const byDate = (a: Holiday, b: Holiday) => (a.date < b.date ? -1 : Number(a.date > b.date))

const hoursOf = (intervals: Holiday['chat']) =>
  intervals.length === 0 ? 'closed' : intervals.map(formatInterval).join(' and ')

/** Returns 'closed', or the hours of chat and office. */
const summaryOf = ({ chat, office }: Holiday) =>
  hoursOf(chat) === hoursOf(office)
    ? hoursOf(chat)
    : `chat ${hoursOf(chat)}, office ${hoursOf(office)}`

export function Holidays() {
  const { value: holidays, warning, error, set } = useAt<Holiday[]>('holidays')
  const { errors, blockers } = useSectionForm()
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useDialog<Holiday | null>()
  const [showsPast, setShowsPast] = useState(false)
  const today = new Date().toISOString().slice(0, 10)
  const isPast = ({ date, yearly }: Holiday) => !yearly && date < today
  const past = holidays.filter(isPast).length
  const limit = limitOf('hours', 'holidays') ?? 0
  const isFull = holidays.length >= limit
  const messageOf = (index: number) =>
    Object.entries({ ...blockers, ...errors }).find(([path]) =>
      path.startsWith(`holidays.${index}.`),
    )?.[1]
  function put(before: Holiday | null, after: Holiday) {
    set([...holidays.filter((one) => one !== before), after].sort(byDate))
  }
  return (
    <section className="site-block" aria-labelledby="hours-holidays">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="hours-holidays" ref={heading} tabIndex={-1} className="font-semibold">
          Holidays
        </h3>
        <span className="field-hint tabular-nums">
          {holidays.length.toLocaleString()} of at most {limit}
        </span>
        <Button
          className="ml-auto"
          icon={Plus}
          aria-disabled={isFull || undefined}
          onClick={({ currentTarget }) => !isFull && dialog.show(null, currentTarget)}
        >
          Add Holiday
        </Button>
      </div>
      {(error ?? warning) && (
        <p className={error ? 'field-error' : 'field-hint font-medium text-canary-text!'}>
          {error ?? warning}
        </p>
      )}
      {holidays.length === 0 && <p className="text-ink-2">No holidays yet.</p>}
      <ul className="hours-holidays">
        {holidays.map((holiday, index) => {
          const { date, name, yearly } = holiday
          if (isPast(holiday) && !showsPast) return null
          const message = messageOf(index)
          const label = name || date
          return (
            <li key={`${date} ${yearly}`}>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap gap-x-3">
                  <span className="tabular-nums">
                    <Time value={date} calendarDay />
                  </span>
                  <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                    {name}
                  </span>
                  <span className="text-ink-2">
                    {summaryOf(holiday)}
                    {yearly && ', every year'}
                  </span>
                </span>
                {message && <span className="field-error">{message}</span>}
              </span>
              <Button
                variant="quiet"
                icon={Pencil}
                aria-label={`Edit ${label}`}
                title={`Edit ${label}`}
                onClick={({ currentTarget }) => dialog.show(holiday, currentTarget)}
              />
              <Button
                variant="quiet"
                icon={Trash2}
                aria-label={`Remove ${label}`}
                title={`Remove ${label}`}
                onClick={() => {
                  set(holidays.filter((one) => one !== holiday))
                  heading.current?.focus()
                }}
              />
            </li>
          )
        })}
      </ul>
      {past > 0 && (
        <p>
          <Button variant="quiet" onClick={() => setShowsPast(!showsPast)}>
            {showsPast ? 'Hide Past Holidays' : `Show ${past} Past`}
          </Button>
        </p>
      )}
      {dialog.subject !== undefined && (
        <LazyDialog
          key={dialog.opening}
          {...dialog.state}
          holiday={dialog.subject}
          others={holidays.filter((one) => one !== dialog.subject)}
          onDone={(after) => put(dialog.subject ?? null, after)}
        />
      )}
    </section>
  )
}
