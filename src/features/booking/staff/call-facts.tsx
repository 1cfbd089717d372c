import { mailtoOf } from '#contract/email-address.ts'
import type { Call } from '../agenda/contract.ts'
import { howWords, outcomeWords } from './call-words.ts'

function inZone(at: string, timeZone: string | undefined): string | null {
  try {
    return new Date(at).toLocaleString(undefined, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone && { timeZone }),
    })
  } catch {
    // An older browser does not know a newer zone.
    return null
  }
}

const states = { pending: 'Needs confirmation', booked: '', cancelled: 'Cancelled' } as const

/** Person, host, time and location of a call. */
export function CallFacts({ call }: { call: Call }) {
  const { start, end, zone, title, contact, phone, email, link, host, state, outcome } = call
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  const own = inZone(start, undefined)
  const theirs = zone ? inZone(start, zone) : null
  const shown = outcome ? outcomeWords[outcome] : states[state]
  return (
    <dl className="brief-facts">
      <dt>When</dt>
      <dd>
        <time dateTime={start}>{own}</time>, {minutes} minutes
        {theirs && theirs !== own && <span className="brief-theirs">For them: {theirs}</span>}
      </dd>
      <dt>How</dt>
      <dd>
        {howWords[contact]}
        {contact === 'phone' && phone && (
          <>
            {': '}
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </>
        )}
        {contact === 'video' &&
          (link ? (
            <>
              {': '}
              <a href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
            </>
          ) : (
            ', no link yet'
          ))}
      </dd>
      <dt>What</dt>
      <dd>
        {title} with <bdi>{host.name}</bdi>
        {shown && <strong className="brief-standing">{shown}</strong>}
        {call.cancelReason && (
          <span dir="auto" className="brief-theirs">
            {call.cancelReason}
          </span>
        )}
      </dd>
      {email && (
        <>
          <dt>Who</dt>
          <dd>
            <a href={mailtoOf(email)}>{email}</a>
            {contact !== 'phone' && phone && `, ${phone}`}
          </dd>
        </>
      )}
    </dl>
  )
}
