import { bookingContacts } from '#contract/vocabulary.ts'

/** What the address or a form of a page of free times says. */
export type Asked = {
  zone: string
  from: string
  /** Token of the request that the call is for. */
  request: string
  /** Token of the chat that the call is for. */
  chat: string
  /** Token of a hold that is given up for the next one. */
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

/** The query of an address, without what is empty. */
export function queryOf(asked: Partial<Record<string, string>>): string {
  const filled = Object.entries(asked).filter(([, value]) => value)
  return filled.length > 0 ? `?${new URLSearchParams(filled as [string, string][])}` : ''
}

/** What is typed to confirm a hold. */
export type Details = {
  name: string
  email: string
  company: string
  phone: string
  note: string
  contact: (typeof bookingContacts)[number] | ''
  website: string
}

const noDetails: Details = {
  name: '',
  email: '',
  company: '',
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
    company: text('company'),
    phone: text('phone'),
    note: text('note'),
    website: text('website'),
    contact,
  }
}

export type Problems = Partial<Record<string, string>>

/** Why a form of these pages was not accepted. */
export type Refusal = {
  message: string
  problems: Problems
  details: Details
  /** Free starts next to one that was taken. */
  close: string[]
  /** A hold that takes the place of the one in the address, and its start. */
  hold: string
  start: string
  /** Which of several forms. */
  action: string
}

export const noRefusal: Refusal = {
  message: '',
  problems: {},
  details: noDetails,
  close: [],
  hold: '',
  start: '',
  action: '',
}

/** Codes after which another time can be chosen. */
export const isTaken = (code: string) => code === 'slot_taken' || code === 'hold_expired'
