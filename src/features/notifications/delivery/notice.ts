import type { NotificationEvent } from '#contract/vocabulary.ts'

/** Subject of a notification: a lead, a chat or a mail thread. */
export type Subject = { inquiryId: string } | { chatSessionId: string } | { threadId: string }

export type Notice = {
  event: NotificationEvent
  /** Identifies the occurrence; a user is notified of it once. */
  eventKey: string
  subject?: Subject
  /** A newer notice replaces the older one of the same tag; by default one per subject or event. */
  tag?: string
  /** With the number of a lead, never with a name or a text of a visitor. */
  title: string
  /** Of the visitor; only with a subject, whose erasure erases it too. */
  name?: string | null | undefined
  /** What they did, for screens: 'booked Mon 2:00 PM'. By default the title stands for it. */
  act?: string | undefined
  dueAt?: Date | null
  /** Of a digest. */
  lines?: readonly string[]
  /** Path in the back-office. */
  url: string
  /** For admins and owners, where it leads elsewhere. */
  adminUrl?: string
  /** The caller mails the same to `MAIL_TO`, whose addresses are not mailed twice. */
  alsoToStaff?: boolean
}

/** `owners` besides the users that are named. */
export type Recipients = 'everybody' | { users: readonly string[]; owners?: boolean }

export function tagOf({ tag, subject, event }: Pick<Notice, 'tag' | 'subject' | 'event'>): string {
  if (tag) return tag
  if (!subject) return event
  return tagOfSubject(subject)
}

export function tagOfSubject(subject: Subject): string {
  if ('inquiryId' in subject) return `inquiry:${subject.inquiryId}`
  if ('chatSessionId' in subject) return `chat:${subject.chatSessionId}`
  return `thread:${subject.threadId}`
}

/** Path of a subject in the back-office. */
export function urlOf(subject: Subject): string {
  const [kind, id] = tagOfSubject(subject).split(':')
  return `/admin/inbox?${kind === 'inquiry' ? 'lead' : kind}=${id}`
}

/** The name first: screens show many notices below one another. */
export function titleWithName({ title, name, act }: Notice): string {
  if (!name) return title
  return act ? `${name} ${act}` : `${name} · ${title}`
}
