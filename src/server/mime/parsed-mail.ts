import type { AuthenticationResults } from './read-authentication-results.ts'

export type MailAddress = { name: string; address: string }

/** Delivery status of one recipient (RFC 3464, 2.3). */
export type DeliveryStatus = {
  action: 'failed' | 'delayed' | 'other'
  /** Lower-cased addresses of the original and the final recipient. */
  recipients: string[]
  /** A status code such as `5.1.1`; empty when there is none. */
  status: string
  /** The diagnostic of the server that refused the mail. */
  diagnostic: string
}

/** A report about a mail that we sent. */
export type MailReport = {
  type: 'delivery-status' | 'feedback'
  /** The `ENVID` of the reported mail (RFC 3461, 4.4). */
  envelopeId: string | null
  /** The Message-ID of the returned mail. */
  returnedId: string | null
  statuses: DeliveryStatus[]
}

export type ParsedMail = {
  messageId: string | null
  inReplyTo: string | null
  /** Oldest first, at most 50. */
  references: string[]
  /** The address is empty when the mail names several senders, or none that is valid. */
  from: MailAddress
  /** The single mailbox in `Reply-To`; null without one. */
  replyTo: MailAddress | null
  /** Whether `From` or `Reply-To` names several mailboxes or an invalid one. */
  isSenderUnclear: boolean
  /** Addresses in the order in which they are searched for a token, without the envelope's. */
  recipients: string[]
  to: MailAddress[]
  cc: MailAddress[]
  date: string | null
  subject: string
  /** The topmost value of each header that classifies a mail. */
  headers: Record<string, string>
  /** Topmost first. */
  authentication: AuthenticationResults[]
  /** The text that the sender wrote. */
  text: string
  /** The text quoted from earlier mails. */
  quotedText: string | null
  hasHtml: boolean
  report: MailReport | null
  /** The `METHOD` of a calendar part, such as `REPLY`. */
  calendarMethod: string | null
  /** A calendar's reply to one of our invitations. */
  calendarReply: CalendarReply | null
  attachments: { name: string; mimeType: string; size: number }[]
  /** Covers From, Date, Subject and the decoded parts, but not trace headers. */
  contentSha256: Uint8Array
}

/** `status` is a `PARTSTAT`, such as `DECLINED`. */
export type CalendarReply = { uid: string; status: string; sequence: number | null }
