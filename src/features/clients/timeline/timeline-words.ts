import type { TimelineEntry } from './contract.ts'

const googleNames: Record<string, string> = {
  drive: 'Drive',
  sheets: 'Sheets',
  calendar: 'Calendar',
  gmail: 'Gmail',
}

/** Words for the states of a set-up. All other states are unfinished. */
const googleStates: Record<string, string> = {
  done: 'set up',
  failed: 'setup failed',
  missing: 'is missing in Google',
}

const calls: Record<string, string> = {
  pending: 'Call, to be confirmed',
  cancelled: 'Call, cancelled',
  happened: 'Call, happened',
  no_show: 'Call, nobody came',
}

const causes: Record<string, string> = {
  missed: 'Run missed',
  failed: 'Run failed',
  overrun: 'Run took too long',
  credential: 'Credential expires',
  review: 'Review due',
}

const titles: Record<TimelineEntry['kind'], (subject: string, text: string) => string> = {
  client: () => 'Client added',
  inquiry: () => 'Inquiry sent',
  consultation: () => 'Consultation requested',
  call: (state) => calls[state] ?? 'Call',
  chat: (status) => `Chat, ${status}`,
  project: (title) => `Project created: ${title}`,
  note: (title) => `Note on ${title}`,
  document: (name) => `Document uploaded: ${name}`,
  google: (service, state) =>
    `Google ${googleNames[service] ?? service} ${googleStates[state] ?? 'setup not finished'}`,
  automation: (name) => `Automation registered: ${name}`,
  retired: (name) => `Automation retired: ${name}`,
  incident: (name, cause) => `${causes[cause] ?? 'Incident'}: ${name}`,
  audit: (action) => {
    const words = action.replace(/[._]/g, ' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  },
}

export function titleOf({
  kind,
  subject,
  text,
}: Pick<TimelineEntry, 'kind' | 'subject' | 'text'>): string {
  return titles[kind](subject, text)
}
