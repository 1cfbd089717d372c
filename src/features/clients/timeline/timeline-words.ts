import type { TimelineEntry } from './contract.ts'

const googleNames: Record<string, string> = {
  drive: 'Drive',
  sheets: 'Sheets',
  calendar: 'Calendar',
  gmail: 'Gmail',
}

/** By the state of the set-up; any other is on its way. */
const googleStates: Record<string, string> = {
  done: 'set up',
  failed: 'set-up failed',
  missing: 'is missing at Google',
}

const sayings: Record<TimelineEntry['kind'], (subject: string, text: string) => string> = {
  client: () => 'Client added',
  inquiry: () => 'Inquiry sent',
  consultation: () => 'Consultation requested',
  chat: (status) => `Chat, ${status}`,
  project: (title) => `Project created: ${title}`,
  note: (title) => `Note on ${title}`,
  document: (name) => `Document uploaded: ${name}`,
  google: (service, state) =>
    `Google ${googleNames[service] ?? service} ${googleStates[state] ?? 'set-up not finished'}`,
  audit: (action) => {
    const words = action.replace(/[._]/g, ' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  },
}

/** An entry of the timeline in a few words. */
export function titleOf({
  kind,
  subject,
  text,
}: Pick<TimelineEntry, 'kind' | 'subject' | 'text'>): string {
  return sayings[kind](subject, text)
}
