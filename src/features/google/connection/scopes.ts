import type { googleScopeGroups, googleServices } from '#contract/vocabulary.ts'

export type GoogleService = (typeof googleServices)[number]
export type ScopeGroup = (typeof googleScopeGroups)[number]

export const groupOf: Record<GoogleService, ScopeGroup> = {
  drive: 'files',
  sheets: 'files',
  calendar: 'calendar',
  gmail: 'gmail',
}

export const serviceNames: Record<GoogleService, string> = {
  drive: 'Drive',
  sheets: 'Sheets',
  calendar: 'Calendar',
  gmail: 'Gmail',
}

export const groupNames: Record<ScopeGroup, string> = {
  files: 'Drive and Sheets',
  calendar: 'Calendar',
  gmail: 'Gmail',
}

const root = 'https://www.googleapis.com/auth/'

/** The narrowest scopes that Google's discovery documents allow for our calls. */
const needed: Record<ScopeGroup, string[]> = {
  files: [`${root}drive.file`],
  calendar: [
    `${root}calendar.app.created`,
    `${root}calendar.acls`,
    `${root}calendar.calendarlist.readonly`,
  ],
  gmail: [`${root}gmail.labels`],
}

export const filterScope = `${root}gmail.settings.basic`
export const freeBusyScope = `${root}calendar.freebusy`

/** Gmail's labels still work without filters, and created calendars without busy times. */
const optional: Record<ScopeGroup, string[]> = {
  files: [],
  calendar: [freeBusyScope],
  gmail: [filterScope],
}

/** Includes identity scopes, to show who connected. */
export function scopesToAsk(group: ScopeGroup): string[] {
  const identity = ['openid', `${root}userinfo.email`]
  return [...identity, ...needed[group], ...optional[group]]
}

export function missingScopes(group: ScopeGroup, granted: readonly string[]): string[] {
  return needed[group].filter((scope) => !granted.includes(scope))
}
