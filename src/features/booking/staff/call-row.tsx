import { Video } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { call as send } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import type { Asked } from './call-dialogs.tsx'
import {
  collisionWords,
  howWords,
  invitationWords,
  nameOf,
  outcomeWords,
  shortStart,
  startWords,
  theirTime,
  timesOf,
} from './call-words.ts'
import { GoogleChangeWords } from './google-change.tsx'
import { useCallAct } from './use-agenda.ts'

export type Ask = (asked: Asked, opener: HTMLElement | null) => void

type RowProps = {
  call: Call
  ask: Ask
  /** The row is outside its day, so its time includes the date. */
  isApart?: boolean
  showsHost: boolean
}

export function CallRow({ call, ask, isApart = false, showsHost }: RowProps) {
  const now = useNow()
  const theirs = theirTime(call.start, call.zone)
  return (
    <li className="call-row" data-call={call.id} data-state={call.state}>
      <p className="call-time">
        <time dateTime={call.start} title={startWords(call.start)}>
          {isApart ? shortStart(call.start, now) : timesOf(call)}
        </time>{' '}
        {theirs && <span className="call-theirs">their {theirs}</span>}
      </p>
      <div className="call-who">
        <p>
          <PersonLink call={call} />{' '}
          {call.company && (
            <span dir="auto" className="text-ink-2">
              {call.company}
            </span>
          )}
        </p>
        <p className="call-facts">
          <How call={call} />
          {showsHost && (
            <span>
              with <bdi>{call.host.name}</bdi>
            </span>
          )}
          <States call={call} now={now} />
        </p>
        <GoogleChangeWords call={call} />
        {call.note && (
          <p dir="auto" className="call-note">
            {call.note}
          </p>
        )}
      </div>
      <div className="call-acts">
        <Acts call={call} ask={ask} now={now} isApart={isApart} />
      </div>
    </li>
  )
}

function PersonLink({ call }: { call: Call }) {
  const { clientId, inquiryId } = call
  const request = inquiryId && `/admin/consultations?open=${inquiryId}`
  const to = clientId ? `/admin/clients/${clientId}` : request
  const name = <bdi className="call-name">{nameOf(call)}</bdi>
  return to ? (
    <Link to={to} className="row-link">
      {name}
    </Link>
  ) : (
    name
  )
}

function How({ call: { contact, phone } }: { call: Call }) {
  if (contact !== 'phone' || !phone) return <span>{howWords[contact]}</span>
  return (
    <span>
      Phone: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
    </span>
  )
}

const cancellers = { visitor: 'by the visitor', staff: 'by us', system: 'by itself' } as const

function States({ call, now }: { call: Call; now: number }) {
  const { state, pendingReason, outcome, link, contact, declined, cancelledBy } = call
  if (state === 'cancelled') {
    const by = cancelledBy ? ` ${cancellers[cancelledBy]}` : ''
    return <Badge variant="secondary">Cancelled{by}</Badge>
  }
  const isToCome = Date.parse(call.end) > now
  const invitation = invitationWords(call)
  const isLost = call.invitation === 'bounced' || call.invitation === 'failed'
  return (
    <>
      {pendingReason === 'suspect' && <Badge variant="rose">Looks like spam</Badge>}
      {state === 'pending' && pendingReason !== 'suspect' && (
        <Badge variant="canary">Needs confirmation</Badge>
      )}
      {outcome && (
        <Badge variant={outcome === 'no_show' ? 'rose' : 'default'}>{outcomeWords[outcome]}</Badge>
      )}
      {isToCome && call.collision && <Badge variant="rose">{collisionWords[call.collision]}</Badge>}
      {call.isClockChanged && <Badge variant="rose">Local time has shifted</Badge>}
      {isToCome && call.googleDiffers && <Badge variant="rose">Changed in Google</Badge>}
      {declined && <Badge variant="rose">Declined in their calendar</Badge>}
      {isToCome && contact === 'video' && !link && <Badge variant="destructive">No link yet</Badge>}
      {isToCome && invitation && (
        <Badge variant={isLost ? 'destructive' : 'secondary'}>{invitation}</Badge>
      )}
    </>
  )
}

const briefOf = ({ id }: Call) => `/admin/agenda/${id}`

const BriefLink = ({ call, name }: { call: Call; name: string }) => (
  <ButtonLink variant="quiet" to={briefOf(call)} aria-label={`Brief: ${name}`}>
    Brief
  </ButtonLink>
)

function Acts({ call, ask, now, isApart }: Omit<RowProps, 'showsHost'> & { now: number }) {
  const { id, state, link } = call
  const navigate = useNavigate()
  const { mutate: act, isPending } = useCallAct('Failed to change the call')
  const name = `${nameOf(call)}, ${shortStart(call.start, now)}`
  if (state === 'cancelled') return <BriefLink call={call} name={name} />
  const isToCome = Date.parse(call.end) > now
  const hasBegun = Date.parse(call.start) <= now
  const joinLink = isToCome && state === 'booked' && link
  // The pending question has its own two buttons; all other actions are in the menu.
  const isAsked =
    isApart && ((isToCome && call.googleDiffers !== null) || (state === 'booked' && hasBegun))
  const confirm = () =>
    act({ send: () => send(browser, agenda.confirm, { id }), message: 'Call confirmed' })
  const stateOutcome = (outcome: 'happened' | 'no_show') =>
    act({
      send: () => send(browser, agenda.setOutcome, { id, outcome }),
      message: outcome === 'happened' ? 'Call marked as happened' : 'Call marked as no-show',
    })
  const sendLink = () =>
    act({
      send: () => send(browser, agenda.offerAnother, { id }),
      message: 'Link to choose another time sent',
    })
  const opens = (kind: Asked['kind']) => (opener: HTMLElement | null) => ask({ kind, call }, opener)
  const menu: RowAction[] = [
    ...(isAsked && joinLink
      ? [{ label: 'Join', onSelect: () => void open(joinLink, '_blank', 'noreferrer') }]
      : []),
    ...(isAsked ? [{ label: 'Brief', onSelect: () => void navigate(briefOf(call)) }] : []),
    ...(state === 'pending' && !isApart ? [{ label: 'Confirm', onSelect: confirm }] : []),
    ...(isToCome
      ? [
          { label: 'Move…', onSelect: opens('move') },
          { label: 'Reassign…', onSelect: opens('reassign') },
        ]
      : []),
    ...(isToCome && call.contact === 'video' ? [{ label: 'Link…', onSelect: opens('link') }] : []),
    ...(hasBegun && state === 'booked' && !(isApart && !call.outcome)
      ? [
          { label: 'Happened', onSelect: () => stateOutcome('happened') },
          { label: 'No-show', onSelect: () => stateOutcome('no_show') },
        ]
      : []),
    ...(!isToCome && call.email ? [{ label: 'Book a Call…', onSelect: opens('book') }] : []),
    ...(call.outcome === 'no_show' ? [{ label: 'Send a New Link', onSelect: sendLink }] : []),
    ...(isToCome ? [{ label: 'Cancel…', danger: true, onSelect: opens('cancel') }] : []),
  ]
  return (
    <>
      {isApart && state === 'pending' && (
        <Button busy={isPending} onClick={confirm} aria-label={`Confirm: ${name}`}>
          Confirm
        </Button>
      )}
      {isApart && state === 'booked' && hasBegun && (
        <>
          <Button
            busy={isPending}
            onClick={() => stateOutcome('happened')}
            aria-label={`Happened: ${name}`}
          >
            Happened
          </Button>
          <Button
            busy={isPending}
            onClick={() => stateOutcome('no_show')}
            aria-label={`No-show: ${name}`}
          >
            No-show
          </Button>
        </>
      )}
      {!isAsked && joinLink && (
        <ButtonLink
          icon={Video}
          href={joinLink}
          target="_blank"
          rel="noreferrer"
          aria-label={`Join: ${name}`}
        >
          Join
        </ButtonLink>
      )}
      {!isAsked && <BriefLink call={call} name={name} />}
      {menu.length > 0 && <RowMenu label={`Call with ${name}`} items={menu} />}
    </>
  )
}
