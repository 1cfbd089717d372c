import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useFirm } from '#web/firm.ts'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { availability, meetingTypePreview, type Refusal } from '../availability/contract.ts'
import { cityOf, dateIn, timeIn } from '../visitor/times.ts'
import type { MeetingType } from './use-own-host.ts'

type Preview = Output<typeof meetingTypePreview.show>

const words: Record<Refusal, string> = {
  unreadable: 'calendar can’t be read',
  closed: 'no hours',
  holiday: 'holiday',
  time_off: 'time off',
  notice: 'too soon',
  horizon: 'too far ahead',
  booked: 'booked',
  busy: 'busy in another calendar',
  buffer: 'buffer beside another time',
}

const TimePicker = lazyComponent(
  async () => (await import('../visitor/time-picker.tsx')).TimePicker,
  () => <CenteredSpinner label="Loading times" minHeight="min-h-104" />,
)

/**
 * The address of a meeting type, the picker as visitors see it, and for a day, with the reasons,
 * which times its hosts have.
 */
export function PreviewDialog(props: DialogState & { type: MeetingType }) {
  const { type, ...state } = props
  const { hours } = useFirm()
  const [day, setDay] = useState('')
  const input = { id: type.id, ...(day && { day }) }
  const preview = useQuery({ ...query(meetingTypePreview.show, input), ...refetchAlways })
  return (
    <Dialog {...state} size="lg" title={type.title} initialFocus="heading">
      <div className="grid grid-cols-1 gap-5">
        <CopyLink
          label="Link"
          hint={type.active ? 'Visitors book this call here' : 'Hidden while it’s inactive'}
          link={`${location.origin}/book/${type.slug}`}
        />
        {type.active && (
          <section aria-label="As visitors see it">
            <TimePicker
              ask={(wanted) => call(browser, availability.slots, { type: type.slug, ...wanted })}
              first={null}
              zone={hours.timeZone}
              horizonDays={type.horizonDays}
              onShow={({ from }) => setDay(from)}
              onPick={(start) => setDay(dateIn(hours.timeZone, start))}
            />
          </section>
        )}
        <TextField
          label="Who is free on"
          type="date"
          id="preview-day"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Loaded
          query={preview}
          message="Failed to fetch the times"
          skeleton={<SkeletonList rows={3} />}
        >
          {(data) => <HostTimes preview={data} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function HostTimes({ preview: { zone, toBeConfirmed, day, hosts } }: { preview: Preview }) {
  const ofDay = new Date(day).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <section aria-labelledby="preview-hosts">
      <h3 id="preview-hosts" className="font-semibold">
        {ofDay}
      </h3>
      <p className="field-hint">Times in {cityOf(zone)}</p>
      {toBeConfirmed && <p>No calendar can be read, so times need confirmation.</p>}
      {hosts.length === 0 && <p className="mt-1">No host takes these calls.</p>}
      <ul className="mt-1 grid gap-2">
        {hosts.map(({ userId, name, starts, reasons }) => (
          <li key={userId}>
            <p dir="auto" className="font-medium wrap-anywhere">
              {name}
            </p>
            <p className="text-ink-2">
              {starts.length > 0 ? (
                <span className="flex flex-wrap gap-x-4 tabular-nums">
                  {starts.map((start) => (
                    <time key={start} dateTime={start}>
                      {timeIn(zone, start)}
                    </time>
                  ))}
                </span>
              ) : (
                'No times'
              )}
              {reasons.length > 0 && (
                <>
                  {starts.length > 0 ? 'Others: ' : ': '}
                  {reasons.map((reason) => words[reason]).join(', ')}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
