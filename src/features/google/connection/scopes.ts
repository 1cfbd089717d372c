import type { googleScopeGroups, googleServices } from '../../../contract/vocabulary.ts'

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

/** Part of every grant, to show who connected. */
const identityScopes = ['openid', `${root}userinfo.email`]

/** Narrowest scopes that Google's discovery documents allow for our calls. */
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

/** Includes the optional filter scope: labels work without filters. */
export function scopesToAsk(group: ScopeGroup): string[] {
  return [...identityScopes, ...needed[group], ...(group === 'gmail' ? [filterScope] : [])]
}

export function missingScopes(group: ScopeGroup, granted: readonly string[]): string[] {
  return needed[group].filter((scope) => !granted.includes(scope))
}
