import { ArrowLeft, ArrowRight } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type CustomComponents,
  type DayButtonProps,
  DayPicker,
  DayButton as PlainDayButton,
  useDayPicker,
} from 'react-day-picker'
import { flushSync } from 'react-dom'
import { mailtoOf } from '#contract/email-address.ts'
import { useFirm } from '#web/firm.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { CenteredSpinner } from '#web/ui/spinner.tsx'
import { DayTimes } from './day-times.tsx'
import { type Day, daysOf, dayToBegin, type Slots } from './picker-days.ts'
import { queryOf } from './query-of.ts'
import { addDays, dateIn, dayInWords, monthInWords, ownZone } from './times.ts'
import { type Ask, type Shown, useSlots } from './use-slots.ts'
import { ZoneChoice } from './zone-choice.tsx'
import './time-picker.css'

/** The form of a page that works without script. */
type TimeForm = {
  /** The path of the page and its parameters besides zone and day. */
  path: string
  kept: Record<string, string>
  /** Further hidden fields. */
  sent?: Record<string, string>
  /** Sends the form while no script runs. */
  label: string
}

const hrefOf = ({ path, kept }: TimeForm, shown: Shown) => path + queryOf({ ...kept, ...shown })

type Props = {
  ask: Ask
  /** The free times of a month; null if they are not read yet. */
  first: Slots | null
  /** In which times are shown; the browser's if empty. */
  zone: string
  /** The day chosen at first, such as `2026-12-08`. */
  day?: string
  /** The start of the call being moved. */
  present?: string
  /** Why the last choice was not accepted; shown above the times. */
  message?: string
  /** Starts that stay in their places although they may have gone to somebody else. */
  offered?: readonly string[]
  horizonDays?: number
  /** Called with the zone and the day that are shown. */
  onShow?: (shown: Shown) => void
} & (
  | { onPick: (start: string) => void; form?: undefined }
  /** Gets the field `start`. */
  | { onPick?: undefined; form: TimeForm }
)

const dayShown = (days: readonly Day[], zone: string, wanted: string) =>
  days.find(({ day }) => day === wanted) ?? dayToBegin(days, zone)

/** The calendar counts days by the clock of this machine, whose noon no clock change moves. */
const toDate = (day: string) => new Date(`${day}T12:00:00`)
const toDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The month at left, the times of its chosen day at right; a press on a time picks it. */
export function TimePicker(props: Props) {
  const { ask, day = '', present, offered = [], horizonDays = 365, onPick, form } = props
  const { hours } = useFirm()
  const isScripted = useHydrated()
  const { shown, isLoading, failure, show, refetch } = useSlots(props.first, ask)
  const [wanted, setWanted] = useState(day)
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  async function look(to: Shown, isLed = false) {
    const found = await show(to)
    if (!found) return
    // The heading of the day must be there to take the focus.
    flushSync(() => setWanted(to.from))
    const begin = dayShown(daysOf(found, offered), found.zone, to.from)
    props.onShow?.({ zone: found.zone, from: begin?.day ?? found.from })
    if (isLed) heading.current?.focus()
  }

  // A time may have been chosen before the script was loaded.
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLInputElement>('input[name=start]:checked')?.form?.submit()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial values matter.
  useEffect(() => {
    const own = props.zone || ownZone() || hours.timeZone
    if (own !== shown?.zone) void look({ zone: own, from: day })
  }, [])

  if (!shown) {
    return (
      <>
        {props.message && <FormMessage>{props.message}</FormMessage>}
        <NotRead isLoading={isLoading} failure={failure} refetch={refetch} form={form} />
      </>
    )
  }
  const { zone, nextDay, toBeConfirmed } = shown
  const days = daysOf(shown, offered)
  const chosen = dayShown(days, zone, wanted)
  if (!shown.open) {
    return (
      <p>
        Booking is not open yet. <WriteToUs />
      </p>
    )
  }
  const today = dateIn(zone, new Date())
  const none =
    nextDay || shown.from > today
      ? 'No free time in this month'
      : `No times in the next ${horizonDays} days`
  const lead = (to: string) => void look({ zone, from: to }, true)
  // Led to: the first day if only its nights are free, or the next month that has times.
  const isLater = !wanted && days[0] && chosen && days[0].day < chosen.day
  const next = isLater ? days[0]?.day : !chosen && nextDay
  return (
    <div ref={root} className="picker" aria-busy={isLoading || undefined}>
      <ZoneChoice
        zone={zone}
        at={chosen?.times[0]?.start ?? new Date().toISOString()}
        form={form}
        onChange={(other) => void look({ zone: other, from: chosen?.day ?? '' })}
      />
      {failure && <ErrorState message={failure} onRetry={refetch} retrying={isLoading} />}
      {toBeConfirmed && (
        <FormMessage tone="note">
          {form
            ? 'We cannot see our calendars right now. Pick a time; we confirm it by email.'
            : 'Another calendar can’t be read right now: these times may be taken.'}
        </FormMessage>
      )}
      <div className="picker-columns">
        <MonthContext value={{ zone, form: isScripted ? undefined : form }}>
          <DayPicker
            mode="single"
            required
            today={toDate(today)}
            month={toDate(shown.from)}
            startMonth={toDate(today)}
            endMonth={toDate(addDays(today, horizonDays))}
            selected={chosen && toDate(chosen.day)}
            modifiers={{ free: days.map((one) => toDate(one.day)) }}
            fixedWeeks
            navLayout="around"
            labels={labels}
            formatters={{ formatCaption: (month) => monthInWords(toDay(month)) }}
            components={components}
            classNames={classNames}
            modifiersClassNames={modifiersClassNames}
            onSelect={(date) => {
              const to = toDay(date)
              if (!days.some((one) => one.day === to)) return
              setWanted(to)
              props.onShow?.({ zone, from: to })
            }}
            onMonthChange={(month) => void look({ zone, from: toDay(month) })}
          />
        </MonthContext>
        <section key={`${zone} ${chosen?.day}`} className="picker-day" aria-labelledby="picker-day">
          <h2 ref={heading} id="picker-day" tabIndex={-1} className="picker-heading">
            {chosen ? dayInWords(chosen.day) : none}
          </h2>
          {props.message && <FormMessage>{props.message}</FormMessage>}
          {chosen ? (
            <TimeFields form={form} zone={zone} day={chosen}>
              <DayTimes
                day={chosen}
                zone={zone}
                beside={hours.timeZone}
                present={present}
                as={isScripted || !form ? 'button' : 'radio'}
                onPick={onPick}
              />
            </TimeFields>
          ) : (
            !nextDay && (
              <p>
                <WriteToUs /> and we suggest one.
              </p>
            )
          )}
          {next && (
            <p>
              {chosen && 'Earlier, but at night: '}
              <DayLink to={next} zone={zone} form={form} onLead={lead}>
                {chosen ? dayInWords(next) : `Next free: ${dayInWords(next)}`}
              </DayLink>
            </p>
          )}
        </section>
      </div>
      <p role="status" className="sr-only">
        {chosen ? timesInWords(chosen) : none}
      </p>
    </div>
  )
}

function timesInWords({ day, times }: Day): string {
  const { length } = times.filter(({ isTaken }) => !isTaken)
  return `${length === 1 ? '1 time' : `${length} times`} on ${dayInWords(day)}`
}

/** The form that sends the chosen time, on pages that have one. */
function TimeFields(props: {
  form: TimeForm | undefined
  zone: string
  day: Day
  children: ReactNode
}) {
  const { form, zone, day, children } = props
  const isScripted = useHydrated()
  if (!form) return children
  const { sent, kept, label } = form
  const shown = { zone, from: day.day }
  // If one of them is taken, all stay in their places.
  const offered = day.times.map(({ start }) => start).join(' ')
  return (
    // If the time is refused, the page stays where it was chosen.
    <form method="post" action={`${hrefOf(form, shown)}#picker-day`} noValidate aria-label="Times">
      {Object.entries({ ...sent, ...kept, ...shown, offered }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      {!isScripted && (
        <Button type="submit" variant="primary" size="lg">
          {label}
        </Button>
      )}
    </form>
  )
}

type Unread = {
  isLoading: boolean
  failure: string
  refetch: () => void
  form: TimeForm | undefined
}

function NotRead({ isLoading, failure, refetch, form }: Unread) {
  const isScripted = useHydrated()
  if (failure) return <ErrorState message={failure} onRetry={refetch} retrying={isLoading} />
  if (!isScripted && form) {
    return (
      <FormMessage>
        The times could not be loaded. <a href={form.path + queryOf(form.kept)}>Try again</a>
      </FormMessage>
    )
  }
  return <CenteredSpinner label="Loading times" minHeight="min-h-104" />
}

type LinkProps = {
  to: string
  zone: string
  form: TimeForm | undefined
  onLead: (day: string) => void
  children: ReactNode
}

/** Leads to a day, in place if scripts run. */
function DayLink({ to, zone, form, onLead, children }: LinkProps) {
  const isScripted = useHydrated()
  if (!isScripted && form) {
    return <ButtonLink href={hrefOf(form, { zone, from: to })}>{children}</ButtonLink>
  }
  return <Button onClick={() => onLead(to)}>{children}</Button>
}

function WriteToUs() {
  const { email } = useFirm()
  return (
    <a className="link" href={email ? mailtoOf(email) : '/#contact'} rel="noreferrer">
      Write to us
    </a>
  )
}

/** The month as its parts below see it: links while no script runs. */
const MonthContext = createContext<{ zone: string; form: TimeForm | undefined }>({
  zone: 'UTC',
  form: undefined,
})

/** Days without times can be reached by keys as well, as in the ARIA pattern of a date grid. */
function DayButton(props: DayButtonProps) {
  const { zone, form } = use(MonthContext)
  const { day, modifiers, className, children } = props
  const isFree = Boolean(modifiers.free)
  if (!form) return <PlainDayButton {...props} aria-disabled={!isFree || undefined} />
  if (!isFree) return <span className={className}>{children}</span>
  return (
    <a
      className={className}
      aria-label={props['aria-label']}
      aria-current={modifiers.selected ? 'date' : undefined}
      href={hrefOf(form, { zone, from: day.isoDate })}
    >
      {children}
    </a>
  )
}

type ArrowProps = ComponentProps<'button'> & { to: Date | undefined; icon: typeof ArrowLeft }

function Arrow({ to, icon, ...props }: ArrowProps) {
  const { zone, form } = use(MonthContext)
  const label = props['aria-label']
  const look = { variant: 'quiet', size: 'lg', icon, 'aria-label': label } as const
  if (form && to) {
    return <ButtonLink {...look} href={hrefOf(form, { zone, from: toDay(to) })} />
  }
  return <Button {...look} repeats aria-disabled={!to || undefined} onClick={props.onClick} />
}

function PreviousMonth(props: ComponentProps<'button'>) {
  return <Arrow {...props} to={useDayPicker().previousMonth} icon={ArrowLeft} />
}

function NextMonth(props: ComponentProps<'button'>) {
  return <Arrow {...props} to={useDayPicker().nextMonth} icon={ArrowRight} />
}

const components: Partial<CustomComponents> = {
  DayButton,
  PreviousMonthButton: PreviousMonth,
  NextMonthButton: NextMonth,
  // The status below says more.
  CaptionLabel: ({ children, className }) => <span className={className}>{children}</span>,
}

const labels = {
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelDayButton: (date: Date, modifiers: Record<string, boolean>) =>
    `${dayInWords(toDay(date))}${modifiers.free ? '' : ', no free time'}`,
}

const classNames = {
  root: 'picker-month',
  month: 'picker-month-parts',
  month_caption: 'picker-caption',
  month_grid: 'picker-grid',
  weekday: 'picker-weekday',
  day: 'picker-cell',
  day_button: 'picker-date',
  selected: 'picker-chosen',
  today: 'picker-today',
}

const modifiersClassNames = { free: 'picker-free' }
