import { auditActions } from '#contract/audit-actions.ts'
import type { AuditEntry } from './contract.ts'

/** Prefixes of actions that the list can be filtered by. */
export const actionGroups: Record<string, string> = {
  'client.': 'Clients',
  'project.': 'Projects',
  'note.': 'Notes',
  'document.': 'Documents',
  'clients.': 'Imports and exports',
  'person.': 'Erasures',
  'inquiry.': 'Requests',
  'inbox.': 'Inbox',
  'chat.': 'Chats',
  'channel.': 'Channels',
  'mail.': 'Email',
  'meeting_type.': 'Meeting types',
  'host.': 'Hosts',
  'booking.': 'Calls',
  'saved_reply.': 'Saved replies',
  'google.': 'Google',
  'automation.': 'Automations',
  'incident.': 'Incidents',
  'service.': 'Services',
  'case_study.': 'Case studies',
  'settings.': 'Site settings',
  'page.': 'Pages and notes',
  'media.': 'Pictures',
  'preview.': 'Preview links',
  'user.': 'Users',
  'second_factor.': 'Two-factor authentication',
  'audit.': 'Audit log',
  'retention.': 'Retention',
}

export const subjects: Record<string, string> = {
  client: 'Client',
  project: 'Project',
  note: 'Note',
  document: 'Document',
  inquiry: 'Request',
  chat: 'Chat',
  channel: 'Channel',
  mail: 'Email',
  mail_thread: 'Email thread',
  thread: 'Email thread in the inbox',
  saved_reply: 'Saved reply',
  meeting_type: 'Meeting type',
  booking: 'Call',
  automation: 'Automation',
  incident: 'Incident',
  user: 'User',
  service: 'Service',
  case_study: 'Case study',
  settings: 'Site settings',
  preview: 'Preview link',
  google: 'Google',
  person: 'Person',
  clients: 'Clients',
}

const plain = (word: string) => word.replace(/[._]/g, ' ')
const sentence = (word: string) => word.charAt(0).toUpperCase() + plain(word).slice(1)

const actions: Record<string, string | undefined> = auditActions

export const whatOf = ({ action }: Pick<AuditEntry, 'action'>) =>
  actions[action] ?? sentence(action)

export const kindOf = ({ subject }: Pick<AuditEntry, 'subject'>) =>
  subjects[subject] ?? sentence(subject)

/** Turns `createdAt` into 'created at'. */
const spaced = (key: string) => plain(key.replace(/[A-Z]/g, (letter) => ` ${letter}`).toLowerCase())

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => spaced(String(one))).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plain(String(value))
}

/** False for ids and times, which are of no use to a reader. */
const isReadable = (value: unknown) =>
  value !== null && value !== '' && !/^[0-9a-f-]{36}$|^\d{4}-\d\d-\d\dT/.test(String(value))

/** Returns, for example, 'from new to contacted' or 'changed: name, notes'. */
export function detailsOf({ details: { from, to, ...rest } }: Pick<AuditEntry, 'details'>): string {
  const change = from && to && isReadable(from) ? [`from ${wordsOf(from)} to ${wordsOf(to)}`] : []
  const others = Object.entries(rest)
    .filter(([, value]) => isReadable(value))
    .map(([key, value]) => `${spaced(key)}: ${wordsOf(value)}`)
  return [...change, ...others].join(', ')
}
