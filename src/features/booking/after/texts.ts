import { phoneForm } from '#contract/phone-number.ts'
import type { BookingContact, CallMail } from '#contract/vocabulary.ts'
import { briefly, inBothZones, inWords } from './call-times.ts'

/**
 * Variables that are filled in on sending, because addresses with a token are not stored in mails.
 */
export const linkNames = ['{joinUrl}', '{meetingUrl}', '{bookUrl}'] as const

export type CallFacts = {
  firm: string
  firmZone: string
  /** The reader's zone. */
  zone: string
  at: Date
  minutes: number
  /** The name of the host as visitors see it. */
  host: string
  contact: BookingContact
  phone: string
  /** The person who booked; used only in mails to the host. */
  name: string
  company: string
  /** The address of the call in the back-office. */
  callUrl: string
  /** The start before a move. */
  before?: Date | undefined
  isOtherHost?: boolean
  /** The reason that staff gave. */
  reason?: string | undefined
}

type Text = { subject: string; paragraphs: (string | false | undefined)[] }

const anotherTime = 'Choose another time: {bookUrl}'
const change = 'Move or cancel: {meetingUrl}'

/**
 * Numbers stored before they were validated may be any text, which must not be mailed to strangers.
 */
export const onNumber = (phone: string | null) =>
  phone && phoneForm.test(phone) ? ` on ${phone}` : ''

function join({ contact, phone }: CallFacts): string | false {
  if (contact === 'phone') return `We call you${onNumber(phone)}.`
  return contact === 'video' && 'Join: {joinUrl}'
}

const times = ({ zone, firmZone, at }: CallFacts) => inBothZones(zone, firmZone, at)
const withHost = ({ minutes, host }: CallFacts) => `${minutes} minutes with ${host}`

function reminder(facts: CallFacts): Text {
  return {
    subject: `Reminder: your call with ${facts.firm}, ${briefly(facts.zone, facts.at)}`,
    paragraphs: [times(facts), join(facts), change],
  }
}

const toHost =
  (what: 'Booked' | 'Moved' | 'Cancelled') =>
  (facts: CallFacts): Text => ({
    subject: `${what}: call on ${briefly(facts.zone, facts.at)}`,
    paragraphs: [
      [facts.name, facts.company].filter(Boolean).join('\n'),
      inWords(facts.zone, facts.at),
      facts.callUrl,
    ],
  })

const texts: Record<CallMail, (facts: CallFacts) => Text> = {
  booked: (facts) => ({
    subject: `Your call with ${facts.firm}: ${briefly(facts.zone, facts.at)}`,
    paragraphs: ['Your call is booked.', times(facts), withHost(facts), join(facts), change],
  }),
  moved: (facts) => ({
    subject: `Moved: your call with ${facts.firm}, now ${briefly(facts.zone, facts.at)}`,
    paragraphs: [
      'Your call has been moved.',
      times(facts),
      facts.before && `Before: ${inWords(facts.zone, facts.before)}`,
      facts.isOtherHost && `You will now talk to ${facts.host}.`,
      join(facts),
      change,
    ],
  }),
  cancelled: (facts) => ({
    subject: `Cancelled: your call with ${facts.firm}`,
    paragraphs: [
      `Your call on ${inWords(facts.zone, facts.at)} is cancelled.`,
      facts.reason,
      anotherTime,
    ],
  }),
  'reminder-day': reminder,
  'reminder-hour': reminder,
  'not-confirmed': (facts) => ({
    subject: 'Please choose another time for your call',
    paragraphs: [
      `We couldn’t confirm ${inWords(facts.zone, facts.at)}. We are sorry.`,
      anotherTime,
    ],
  }),
  'no-show': () => ({ subject: 'Shall we find another time?', paragraphs: [anotherTime] }),
  pending: (facts) => ({
    subject: `We are confirming your call, ${briefly(facts.zone, facts.at)}`,
    paragraphs: ['We confirm this time by email.', times(facts), change],
  }),
  'host-booked': toHost('Booked'),
  'host-moved': toHost('Moved'),
  'host-cancelled': toHost('Cancelled'),
}

/** A mail about a call, as plain text with variables. */
export function textOf(kind: CallMail, facts: CallFacts): { subject: string; text: string } {
  const { subject, paragraphs } = texts[kind](facts)
  return { subject, text: paragraphs.filter(Boolean).join('\n\n') }
}
