import { data, redirect } from 'react-router'
import { call, type Transport } from '#contract/endpoint.ts'
import { type Failure, isFailure } from '#contract/failure.ts'
import { availability } from '../availability/contract.ts'
import { meetings } from '../bookings/contract.ts'
import {
  inFormWords,
  isTaken,
  noRefusal,
  type Refusal,
  readAsked,
  readDetails,
} from './page-forms.ts'
import { addDays, closestTo, dateIn } from './times.ts'

/** The status and headers of a page that shows a refusal. */
export function answerOf({ status, retryAfter }: Pick<Failure, 'status' | 'retryAfter'>) {
  const headers = new Headers(retryAfter ? { 'retry-after': String(retryAfter) } : undefined)
  return { status, headers }
}

/** Free starts close to one that was taken; empty if they cannot be read. */
export async function closeStarts(
  transport: Transport,
  type: string,
  zone: string,
  wanted: string,
): Promise<string[]> {
  try {
    const from = addDays(dateIn(zone || 'UTC', wanted), -1)
    const { days } = await call(transport, availability.slots, { type, zone, from, days: 7 })
    return closestTo(
      wanted,
      days.flatMap(({ slots }) => slots.map(({ start }) => start)),
    )
  } catch {
    return []
  }
}

type Wanted = {
  /** The meeting type. */
  type: string
  start: string
  /** Values that the form keeps. */
  kept?: Partial<Refusal>
}

/**
 * Shows a form again with what to correct, or with other times if its time was taken.
 *
 * @throws an error that is no failure.
 */
export async function refuseForm(
  transport: Transport,
  form: FormData,
  error: unknown,
  { type, start, kept }: Wanted,
) {
  if (!isFailure(error)) throw error
  const details = readDetails(form)
  const refusal: Refusal = {
    ...noRefusal,
    message: error.message,
    problems: inFormWords(error.fields ?? {}, details),
    details,
    ...kept,
    ...(isTaken(error.code) && {
      action: 'taken',
      close: await closeStarts(transport, type, readAsked(form).zone, start),
    }),
  }
  return data(refusal, answerOf(error))
}

/** Confirms a hold with what a form says. @returns the way to the call. */
export async function confirmFromForm(
  transport: Transport,
  form: FormData,
  { holdToken, page }: { holdToken: string; page: string },
) {
  const { contact, ...details } = readDetails(form)
  const { zone, request: requestToken, chat: chatToken } = readAsked(form)
  const { meetingUrl } = await call(transport, meetings.create, {
    ...details,
    contact: contact as 'video',
    holdToken,
    zone,
    requestToken,
    chatToken,
    page,
  })
  return redirect(`${new URL(meetingUrl).pathname}#step`, 303)
}
