import {
  type MouseEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { mailtoOf } from '#contract/email-address.ts'
import { useFirm } from '#web/firm.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { queryOf } from './page-forms.ts'
import { CloseTimes, SlotFieldsets } from './slot-fieldsets.tsx'
import { addDays, dateIn, dayInWords, ownZone } from './times.ts'
import { type Slots, useSlots, type Wanted } from './use-slots.ts'
import { ZoneForm } from './zone-form.tsx'

const weekDays = 7

export const mustChoose = 'Please choose one of the times offered.'

type Props = {
  /** The first week; null if it could not be read. */
  first: Slots | null
  ask: (wanted: Wanted) => Promise<Slots>
  /** The path of the page, for forms and links without script. */
  path: string
  /** Query parameters of the page besides zone and week. */
  kept: Record<string, string>
  /** Hidden fields sent with the chosen time. */
  sent: Record<string, string>
  /** Whether the visitor chose the zone; otherwise it is the firm's. */
  isZoneGiven: boolean
  today: string
  horizonDays?: number
  /** Why the previous choice was refused. */
  message: string
  close: readonly string[]
  /** The current time of the call being moved. */
  present?: string
  label: string
}

/** A form with the free times of a week, one of which can be chosen. */
export function SlotForm(props: Props) {
  const { path, kept, sent, present, label } = props
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState(props.message)
  const form = useRef<HTMLFormElement>(null)
  const isScripted = useHydrated()
  const slots = useSlots(props.first, props.ask)
  const { shown, isLoading, failure } = slots
  const zone = shown?.zone ?? 'UTC'

  async function show(wanted: Wanted) {
    const found = await slots.show(wanted)
    if (!found) return
    const query = queryOf({ ...kept, zone: found.zone, from: found.from })
    history.replaceState(history.state, '', path + query)
  }

  // A time may have been chosen before the script was loaded.
  useLayoutEffect(() => {
    const early = form.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')
    if (early) setChosen(early.value)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial values matter.
  useEffect(() => {
    const own = ownZone()
    if (!props.isZoneGiven && own && own !== zone) void show({ zone: own, from: '' })
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (chosen) return
    event.preventDefault()
    setProblem(mustChoose)
  }

  const choose = (start: string) => {
    setChosen(start)
    setProblem('')
  }

  return (
    <div className="slot-form">
      <ZoneForm
        zone={zone}
        action={path}
        kept={kept}
        onChange={(wanted) => show({ zone: wanted, from: '' })}
      />
      <p role="status" className="sr-only">
        {slots.said}
      </p>
      {failure && <ErrorState message={failure} onRetry={slots.refetch} retrying={isLoading} />}
      {!shown && !failure && (
        <FormMessage>
          The times could not be loaded. <a href={path + queryOf(kept)}>Try again</a>
        </FormMessage>
      )}
      {shown && (
        <form
          ref={form}
          method="post"
          action={path + queryOf({ ...kept, zone, from: shown.from })}
          noValidate
          aria-label="Times"
          aria-busy={isLoading || undefined}
          className="slot-list"
          onSubmit={submit}
        >
          {Object.entries({ ...sent, ...kept, zone, from: shown.from }).map(
            ([name, value]) =>
              value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          {isScripted && <input type="hidden" name="start" value={chosen} />}
          {shown.toBeConfirmed && (
            <FormMessage tone="note">
              We cannot see our calendars right now. Pick a time; we confirm it by email.
            </FormMessage>
          )}
          {problem && !(props.close.length > 0) && <FormMessage>{problem}</FormMessage>}
          {props.close.length > 0 && (
            <CloseTimes starts={props.close} zone={zone} chosen={chosen} onChoose={choose} />
          )}
          <Weeks shown={shown} today={props.today} path={path} kept={kept} onShow={show} />
          <div className="slot-days">
            <SlotFieldsets slots={shown} chosen={chosen} onChoose={choose} present={present} />
            <Nothing {...props} shown={shown} onShow={show} />
          </div>
          {(shown.days.length > 0 || props.close.length > 0) && (
            <div>
              <Button type="submit" variant="primary" size="lg">
                {label}
              </Button>
            </div>
          )}
        </form>
      )}
    </div>
  )
}

type Moving = {
  shown: Slots
  path: string
  kept: Record<string, string>
  onShow: (wanted: Wanted) => void
}

/** A link to other days, which load in place if scripts run. */
function useDaysLink({ shown: { zone }, path, kept, onShow }: Moving) {
  return (from: string) => ({
    href: path + queryOf({ ...kept, zone, from }),
    onClick(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onShow({ zone, from })
    },
  })
}

function Weeks({ today, ...moving }: Moving & { today: string }) {
  const to = useDaysLink(moving)
  const { from, nextDay, zone } = moving.shown
  const first = useHydrated() ? dateIn(zone, new Date()) : today
  const before = addDays(from, -weekDays)
  return (
    <nav aria-label="Weeks" className="slot-weeks">
      {from > first && (
        <a className="link" {...to(before > first ? before : first)}>
          Earlier
        </a>
      )}
      {nextDay && (
        <a className="link" {...to(addDays(from, weekDays))}>
          Later
        </a>
      )}
    </nav>
  )
}

function Nothing(props: Moving & Pick<Props, 'horizonDays'>) {
  const to = useDaysLink(props)
  const { shown, horizonDays } = props
  if (shown.days.length > 0) return null
  if (!shown.open) {
    return (
      <p>
        Booking is not open yet. <WriteToUs />
      </p>
    )
  }
  if (shown.nextDay) {
    return (
      <p>
        No times this week.{' '}
        <ButtonLink {...to(shown.nextDay)}>Next: {dayInWords(shown.nextDay)}</ButtonLink>
      </p>
    )
  }
  return (
    <p>
      No times in the next {horizonDays} days. <WriteToUs /> and we suggest one.
    </p>
  )
}

function WriteToUs() {
  const { email } = useFirm()
  return (
    <a className="link" href={email ? mailtoOf(email) : '/#contact'} rel="noreferrer">
      Write to us
    </a>
  )
}
