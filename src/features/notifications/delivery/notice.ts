import type { NotificationEvent } from '#contract/vocabulary.ts'

/** The subject of a notification: a lead, a chat or a mail thread. */
export type Subject = { inquiryId: string } | { chatSessionId: string } | { threadId: string }

export type Notice = {
  event: NotificationEvent
  /** Identifies the occurrence. A user is notified of it only once. */
  eventKey: string
  subject?: Subject
  /**
   * A newer notice replaces the older one with the same tag. Defaults to one tag per subject or
   * event.
   */
  tag?: string
  /** May contain a lead's number, but never a visitor's name or text. */
  title: string
  /** The visitor's name. Requires a subject, whose erasure erases the name too. */
  name?: string | null | undefined
  /** What the visitor did, for screens, such as 'booked Mon 2:00 PM'. Defaults to the title. */
  act?: string | undefined
  dueAt?: Date | null
  /** The lines of a digest. */
  lines?: readonly string[]
  /** A path in the back-office. */
  url: string
  /** The path for admins and owners, if it differs. */
  adminUrl?: string
  /** The caller mails the same to `MAIL_TO`, so these addresses are not mailed again. */
  alsoToStaff?: boolean
}

/** `owners` adds owners to the listed users. */
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

/** The path of a subject in the back-office. */
export function urlOf(subject: Subject): string {
  const [kind, id] = tagOfSubject(subject).split(':')
  return `/admin/inbox?${kind === 'inquiry' ? 'lead' : kind}=${id}`
}

/** Puts the name first, because screens show many notices in a list. */
export function titleWithName({ title, name, act }: Notice): string {
  if (!name) return title
  return act ? `${name} ${act}` : `${name} · ${title}`
}
