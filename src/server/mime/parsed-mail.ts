import type { AuthenticationResults } from './read-authentication-results.ts'

export type MailAddress = { name: string; address: string }

/** Delivery status of one recipient (RFC 3464, 2.3). */
export type DeliveryStatus = {
  action: 'failed' | 'delayed' | 'other'
  /** Addresses of the original and the final recipient, lower-cased. */
  recipients: string[]
  /** Such as `5.1.1`; empty when there is none. */
  status: string
  /** Diagnostic of the server that refused. */
  diagnostic: string
}

/** A report about a mail of ours. */
export type MailReport = {
  type: 'delivery-status' | 'feedback'
  /** `ENVID` of the mail it is about (RFC 3461, 4.4). */
  envelopeId: string | null
  /** Message-ID of the mail that it returns. */
  returnedId: string | null
  statuses: DeliveryStatus[]
}

export type ParsedMail = {
  messageId: string | null
  inReplyTo: string | null
  /** Oldest first, at most 50. */
  references: string[]
  /** Without an address when the mail names several senders, or none that is valid. */
  from: MailAddress
  /** The one mailbox of `Reply-To`; null without one. */
  replyTo: MailAddress | null
  /** `From` or `Reply-To` names several mailboxes, or one that is not valid. */
  isSenderUnclear: boolean
  /** Addresses in the order in which a token is looked for; the envelope's is not among them. */
  recipients: string[]
  to: MailAddress[]
  cc: MailAddress[]
  date: string | null
  subject: string
  /** Topmost value of each header that classifies a mail. */
  headers: Record<string, string>
  /** Topmost first. */
  authentication: AuthenticationResults[]
  /** Text written by the sender. */
  text: string
  /** Text quoted from earlier mails. */
  quotedText: string | null
  hasHtml: boolean
  report: MailReport | null
  /** `METHOD` of a calendar part, such as `REPLY`. */
  calendarMethod: string | null
  /** What a calendar answered to an invitation of ours. */
  calendarReply: CalendarReply | null
  attachments: { name: string; mimeType: string; size: number }[]
  /** Of From, Date, Subject and the decoded parts, not of trace headers. */
  contentSha256: Uint8Array
}

/** `status` is a `PARTSTAT`, such as `DECLINED`. */
export type CalendarReply = { uid: string; status: string; sequence: number | null }
