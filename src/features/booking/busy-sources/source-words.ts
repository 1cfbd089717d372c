import type { BusyError, BusySource } from '#contract/vocabulary.ts'

export const sourceNames: Record<BusySource, string> = {
  google: 'Google Calendar',
  ics: 'The calendar address',
}

/** Each with its remedy; the calendar stands before. */
export const sourceProblems: Record<BusyError, string> = {
  not_connected: 'is not connected. Connect Google Calendar.',
  scope_missing: 'may not be read. Reconnect Calendar so that busy times can be read.',
  reconnect: 'needs to be connected again.',
  not_shared: 'is not shared with the connected account. Share its busy times.',
  rate_limited: 'was asked too often. It is asked again by itself.',
  no_answer: 'does not answer. It is asked again by itself.',
  refused_address: 'has an address that is not public. Enter another one.',
  not_reachable: 'cannot be reached. Check its address.',
  too_large: 'is too large. Choose a calendar with fewer events.',
  not_a_calendar: 'is no calendar. Check its address.',
}
