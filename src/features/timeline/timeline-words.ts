import type { TimelineEntry } from './contract.ts'

const googleNames: Record<string, string> = {
  drive: 'Drive',
  sheets: 'Sheets',
  calendar: 'Calendar',
  gmail: 'Gmail',
}

const sayings: Record<TimelineEntry['kind'], (subject: string) => string> = {
  client: () => 'Client added',
  inquiry: () => 'Inquiry sent',
  consultation: () => 'Consultation requested',
  chat: (status) => `Chat, ${status}`,
  project: (title) => `Project created: ${title}`,
  note: (title) => `Note on ${title}`,
  document: (name) => `Document uploaded: ${name}`,
  google: (service) => `Google ${googleNames[service] ?? service} set up`,
  audit: (action) => {
    const words = action.replace(/[._]/g, ' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  },
}

/** An entry of the timeline in a few words. */
export function titleOf({ kind, subject }: Pick<TimelineEntry, 'kind' | 'subject'>): string {
  return sayings[kind](subject)
}
