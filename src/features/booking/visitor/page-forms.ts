import { bookingContacts } from '#contract/vocabulary.ts'
import { visitorProblems } from '#features/leads/contact-form/contact-values.ts'
import { queryOf } from './query-of.ts'

/** The parameters of a page of free times, from its address or a form. */
export type Asked = {
  zone: string
  from: string
  /** The token of the request that the call is for. */
  request: string
  /** The token of the chat or client that the call is for. */
  chat: string
  /** The token of a hold that the next hold replaces. */
  replaces: string
}

type Fields = Pick<URLSearchParams | FormData, 'get'>

const textOf = (fields: Fields, name: string) =>
  String(fields.get(name) ?? '').replaceAll('\r\n', '\n')

export function readAsked(fields: Fields): Asked {
  const text = (name: string) => textOf(fields, name).trim()
  return {
    zone: text('zone'),
    from: text('from'),
    replaces: text('replaces'),
    request: text('request'),
    chat: text('chat'),
  }
}

/** The starts that a page has shown, of which some may be gone. */
export const readOffered = (fields: Fields): string[] =>
  textOf(fields, 'offered')
    .split(' ')
    .filter((start) => !Number.isNaN(Date.parse(start)))

/** Keeps the address of a page of free times at what it shows. */
export function showInAddress(
  path: string,
  kept: Record<string, string>,
  shown: { zone: string; from: string },
): void {
  history.replaceState(history.state, '', path + queryOf({ ...kept, ...shown }))
}

/** What the visitor types to confirm a hold. */
export type Details = {
  name: string
  email: string
  phone: string
  note: string
  contact: (typeof bookingContacts)[number] | ''
  website: string
}

const noDetails: Details = {
  name: '',
  email: '',
  phone: '',
  note: '',
  contact: '',
  website: '',
}

export function readDetails(fields: Fields): Details {
  const text = (name: keyof Details) => textOf(fields, name)
  const contact = bookingContacts.find((one) => one === text('contact')) ?? ''
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    note: text('note'),
    website: text('website'),
    contact,
  }
}

export type Problems = Partial<Record<string, string>>

/** The problems in the words of the other public forms. */
export function inFormWords(problems: Problems, { name, email, phone }: Details): Problems {
  const own: Problems = {
    ...visitorProblems({ name: name.trim(), email: email.trim() }),
    ...(!phone.trim() && { phone: 'Enter your phone number.' }),
  }
  const words = Object.entries(problems).map(([field, said]) => [field, own[field] ?? said])
  return Object.fromEntries(words)
}

/** Why a form of these pages was not accepted. */
export type Refusal = {
  message: string
  problems: Problems
  details: Details
  /** Free starts close to the one that was taken. */
  close: string[]
  /** The starts of the day from which one was chosen. */
  offered: string[]
  /** A hold made for the form, which replaces the one in the address; its start and end. */
  hold: string
  start: string
  expiresAt: string
  /** Identifies the form if the page has several. */
  action: string
}

export const mustChoose = 'Please choose one of the times offered.'

export const noRefusal: Refusal = {
  message: '',
  problems: {},
  details: noDetails,
  close: [],
  offered: [],
  hold: '',
  start: '',
  expiresAt: '',
  action: '',
}

/** Whether another time can be chosen after this error. */
export const isTaken = (code: string) => code === 'slot_taken' || code === 'hold_expired'
