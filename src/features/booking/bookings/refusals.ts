import { Failure } from '#contract/failure.ts'

export const holdExpired = () =>
  new Failure(
    'hold_expired',
    'This time was no longer kept for you and has been taken. Please choose another.',
  )

export const changedMeanwhile = () =>
  new Failure('changed', 'This call was changed in the meantime. Please look again.')

/** The same text for every limit, so that it reveals nothing about other bookings. */
export const tooMany = 'Too many requests. Please wait a minute and try again.'

export const limitReached = (retryAfter: number) =>
  new Failure('too_many_requests', tooMany, { retryAfter })
