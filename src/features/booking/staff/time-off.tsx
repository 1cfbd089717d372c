import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { type Host, useOwnHost, useRefreshBooking } from './use-own-host.ts'

const LazyDialog = lazyComponent(async () => (await import('./time-off-dialog.tsx')).TimeOffDialog)

type Collision = Output<typeof bookingHosts.addTimeOff>['collisions'][number]

/** Lets the signed-in user enter times in which nobody can book them. */
export function TimeOff() {
  const host = useOwnHost()
  const heading = useRef<HTMLHeadingElement>(null)
  const dialog = useDialog<true>()
  const [collisions, setCollisions] = useState<Collision[]>([])
  return (
    <section className="panel" aria-labelledby="time-off-heading">
      <div className="panel-heading flex flex-wrap items-center gap-3">
        <h2 id="time-off-heading" ref={heading} tabIndex={-1}>
          Time off
        </h2>
        <Button
          icon={Plus}
          className="ml-auto"
          onClick={({ currentTarget }) => dialog.show(true, currentTarget)}
        >
          Add Time Off
        </Button>
      </div>
      <div role="status">{collisions.length > 0 && <Collisions calls={collisions} />}</div>
      <Loaded
        query={host}
        className="m-5"
        message="Failed to fetch your time off"
        skeleton={<SkeletonList rows={2} />}
      >
        {({ timeOff }) =>
          timeOff.length === 0 ? (
            <EmptyState title="No upcoming time off" />
          ) : (
            <ul className="divide-y divide-rule">
              {timeOff.map((one) => (
                <TimeOffRow
                  key={one.id}
                  timeOff={one}
                  onRemoved={() => {
                    setCollisions([])
                    heading.current?.focus()
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog.subject && (
        <LazyDialog key={dialog.opening} {...dialog.state} onAdded={setCollisions} />
      )}
    </section>
  )
}

function Collisions({ calls }: { calls: readonly Collision[] }) {
  return (
    <div className="m-5">
      <FormMessage tone="note">
        <p className="font-semibold">
          {calls.length === 1 ? 'A call is booked in this time' : 'Calls are booked in this time'}
        </p>
        <p>Time off doesn’t change booked calls. Move or cancel the ones you can’t take.</p>
        <ul className="mt-2">
          {calls.map(({ id, start, name, company }) => (
            <li key={id}>
              <Time value={start} format="datetime" />
              <span dir="auto" className="wrap-anywhere">
                {[' ', [name, company].filter(Boolean).join(', ')]}
              </span>
            </li>
          ))}
        </ul>
      </FormMessage>
    </div>
  )
}

const rangeOf = (from: string, to: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).formatRange(
    new Date(from),
    new Date(to),
  )

function TimeOffRow(props: { timeOff: Host['timeOff'][number]; onRemoved: () => void }) {
  const { id, startsAt, endsAt, note } = props.timeOff
  const refresh = useRefreshBooking()
  const when = rangeOf(startsAt, endsAt)
  const remove = useMutation({
    mutationFn: () => call(browser, bookingHosts.removeTimeOff, { userId: 'me', id }),
    onSuccess: async () => {
      await refresh()
      props.onRemoved()
    },
    onError: (error) => showFailure(error, 'Failed to remove the time off'),
  })
  return (
    <li className="flex items-start gap-3 px-5 py-2.5">
      <p className="min-w-0 flex-1">
        <span className="tabular-nums">{when}</span>
        {note && (
          <span dir="auto" className="block wrap-anywhere whitespace-pre-line text-ink-2">
            {note}
          </span>
        )}
      </p>
      <Button
        variant="quiet"
        icon={Trash2}
        busy={remove.isPending}
        aria-label={`Remove ${when}`}
        title="Remove"
        onClick={() => remove.mutate()}
      />
    </li>
  )
}
