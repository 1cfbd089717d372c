import type { Evidence, reopenReasons, statedReplyWays, WaiveReason } from '#contract/vocabulary.ts'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import type { InboxEvent } from '../deadlines/contract.ts'

type ReopenReason = (typeof reopenReasons)[number]
export type How = (typeof statedReplyWays)[number]

export const howWords: Record<How, string> = {
  phone: 'by phone',
  video: 'in a video call',
  in_person: 'in person',
  other: 'another way',
}

const ways: Record<Exclude<Evidence, 'stated'>, string> = {
  mail: 'by email',
  chat: 'in the chat',
  booking: 'with a meeting',
}

/** For example 'by phone' or 'by email'. */
export function evidenceWords(evidence: Evidence | null, how: How | null): string {
  if (!evidence) return ''
  return evidence === 'stated' ? howWords[how ?? 'other'] : ways[evidence]
}

const waived: Record<WaiveReason, string> = {
  no_reply_needed: 'No reply needed',
  duplicate: 'Duplicate',
  spam: 'Spam',
  other: 'Closed without an answer',
  closed: 'Closed without an answer',
  withdrawn: 'Withdrawn by the visitor',
  nothing_asked: 'Nothing was asked',
}

export const waiveWords = (reason: WaiveReason | null): string => waived[reason ?? 'other']

const reopened: Partial<Record<ReopenReason, string>> = {
  bounced: 'the reply bounced',
  cancelled: 'the visitor cancelled the call',
}

const thresholds: Record<string, string> = {
  unassigned: 'Staff were notified: not assigned',
  due_soon: 'Staff were notified: the answer is due soon',
  overdue: 'Staff were notified: the answer is overdue',
}

/** A sentence without a full stop. `moment` formats a time. */
export function eventWords({ type, actor, details }: InboxEvent, moment: (at: string) => string) {
  const who = actor?.name
  const by = who ? ` by ${who}` : ''
  const text = (key: string) => (typeof details[key] === 'string' ? (details[key] as string) : null)
  const assignee = details.assignee as { id: string; name: string } | null | undefined
  const words: Record<InboxEvent['type'], () => string> = {
    opened: () => `Answer due by ${formatDue(new Date(text('dueAt') ?? ''))}`,
    assigned: () => {
      if (!assignee) return `Unassigned${by}`
      if (assignee.id === actor?.id) return `Taken by ${assignee.name}`
      return `Assigned to ${assignee.name}${by}`
    },
    snoozed: () => {
      const until = text('until')
      return until ? `Snoozed until ${moment(until)}${by}` : `Snooze ended${by}`
    },
    met: () => `Answered ${evidenceWords(text('evidence') as Evidence, text('how') as How)}${by}`,
    reopened: () =>
      `Waiting again: ${reopened[text('reason') as ReopenReason] ?? 'taken back'}${by}`,
    waived: () => `${waiveWords(text('reason') as WaiveReason)}: no answer is due${by}`,
    reminded: () => 'The visitor sent a reminder',
    notified: () => thresholds[text('threshold') ?? ''] ?? 'Staff were notified',
    delayed: () => 'The reply is delayed',
  }
  return words[type]()
}
