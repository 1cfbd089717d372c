import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { meetingTypePreview, type Refusal } from '../availability/contract.ts'
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

/** The address of a meeting type, its next starts, and why its hosts have none on a day. */
export function PreviewDialog(props: DialogState & { type: MeetingType }) {
  const { type, ...state } = props
  const [day, setDay] = useState('')
  const input = { id: type.id, ...(day && { day }) }
  const preview = useQuery({ ...query(meetingTypePreview.show, input), ...refetchAlways })
  return (
    <Dialog {...state} title={type.title} initialFocus="heading">
      <div className="grid grid-cols-1 gap-5">
        <CopyLink
          label="Link"
          hint={type.active ? 'Visitors book this call here' : 'Hidden while it’s inactive'}
          link={`${location.origin}/book/${type.slug}`}
        />
        <TextField
          label="Day"
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
          {(data) => <Times preview={data} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Times({ preview }: { preview: Preview }) {
  const { zone, starts, toBeConfirmed, day, hosts } = preview
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options })
    return (start: string) => (
      <time key={start} dateTime={start}>
        {formatter.format(new Date(start))}
      </time>
    )
  }
  const long = format({ weekday: 'short', month: 'short', day: 'numeric', ...clock })
  const short = format(clock)
  const ofDay = new Date(day).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <>
      <section aria-labelledby="preview-hosts">
        <h3 id="preview-hosts" className="font-semibold">
          {ofDay}
        </h3>
        <p className="field-hint">Times in {zone}</p>
        {hosts.length === 0 && <p className="mt-1">No host takes these calls.</p>}
        <ul className="mt-1 grid gap-2">
          {hosts.map(({ userId, name, starts: own, reasons }) => (
            <li key={userId}>
              <p dir="auto" className="font-medium wrap-anywhere">
                {name}
              </p>
              <p className="text-ink-2">
                {own.length > 0 ? <Row>{own.map(short)}</Row> : 'No times'}
                {reasons.length > 0 && (
                  <>
                    {own.length > 0 ? 'Others: ' : ': '}
                    {reasons.map((reason) => words[reason]).join(', ')}
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="preview-next">
        <h3 id="preview-next" className="font-semibold">
          The next {starts.length === 1 ? 'time' : 'times'}
        </h3>
        {toBeConfirmed && <p>No calendar can be read, so times need confirmation.</p>}
        {starts.length > 0 ? (
          <p className="tabular-nums">
            <Row>{starts.map(long)}</Row>
          </p>
        ) : (
          <p>No times at all.</p>
        )}
      </section>
    </>
  )
}

const clock = { hour: 'numeric', minute: '2-digit' } as const

const Row = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap gap-x-4 tabular-nums">{children}</span>
)
