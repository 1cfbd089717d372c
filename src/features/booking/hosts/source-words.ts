import type { BusyError, BusySource } from '#contract/vocabulary.ts'

export const sourceNames: Record<BusySource, string> = {
  google: 'Google Calendar',
  ics: 'The calendar address',
}

/** Each text includes the remedy; the name of the calendar precedes it. */
export const sourceProblems: Record<BusyError, string> = {
  not_connected: 'isn’t connected. Connect Google Calendar.',
  scope_missing: 'may not be read. Reconnect Calendar so we can read busy times.',
  reconnect: 'needs to be reconnected.',
  not_shared: 'isn’t shared with the connected account. Share its busy times.',
  rate_limited: 'was asked too often. We’ll retry automatically.',
  no_answer: 'isn’t responding. We’ll retry automatically.',
  refused_address: 'has an address that isn’t public. Enter another one.',
  not_reachable: 'can’t be reached. Check its address.',
  too_large: 'is too large. Choose a calendar with fewer events.',
  not_a_calendar: 'isn’t a calendar. Check its address.',
}
