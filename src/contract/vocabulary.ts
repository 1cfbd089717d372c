/** Enumerations in display order. The database checks the same lists. */

export const leadKinds = ['inquiry', 'consultation'] as const
export type LeadKind = (typeof leadKinds)[number]
export const inquiryStatuses = ['new', 'contacted', 'qualified', 'converted', 'closed'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export const clientStatuses = ['active', 'inactive', 'archived'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export const projectStatuses = [
  'prospect',
  'discovery',
  'in_progress',
  'qa',
  'delivered',
  'on_hold',
] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const chatStatuses = ['waiting', 'active', 'ended', 'abandoned'] as const
export const closedChatViews = ['ended', 'unanswered'] as const
export const chatSenders = ['visitor', 'admin', 'system'] as const
export const chatMessageTypes = ['text', 'system_notification'] as const

export const googleScopeGroups = ['files', 'calendar', 'gmail'] as const
export const googleServices = ['drive', 'sheets', 'calendar', 'gmail'] as const
export const googleGrantStates = ['ok', 'needs_reconnect'] as const
export const googleSetupStates = [
  'pending',
  'created',
  'shared',
  'done',
  'failed',
  'missing',
] as const

const leadColumns = [
  'date',
  'name',
  'email',
  'company',
  'service',
  'status',
  'projectType',
  'budget',
  'timeline',
] as const
export type LeadSort = (typeof leadColumns)[number] | `-${(typeof leadColumns)[number]}`
export const leadSorts: LeadSort[] = leadColumns.flatMap((column) => [
  column,
  `-${column}` as const,
])

export const mailDirections = ['in', 'out'] as const
export const mailKinds = [
  'reply',
  'confirmation',
  'lead_alert',
  'notification',
  'chat_follow_up',
  'account',
  'meeting',
  'received',
  'automatic',
  'bounce',
  'note',
] as const
export type MailKind = (typeof mailKinds)[number]
/** Lists of the back-office that a change may concern. */
export const inboxTopics = [
  'inbox',
  'leads',
  'mail',
  'notifications',
  'agenda',
  'automations',
  'site',
] as const
export type InboxTopic = (typeof inboxTopics)[number]
export const mailDeliveries = ['queued', 'accepted', 'failed', 'bounced'] as const
export type MailDelivery = (typeof mailDeliveries)[number]
export const threadViews = ['open', 'all', 'suspect', 'failed'] as const
export type ThreadView = (typeof threadViews)[number]
export const mailFileRoles = ['attachment', 'raw'] as const
export const mailSources = ['imap', 'post'] as const
export const mailIntakeStates = ['received', 'done', 'ignored', 'unreadable'] as const
export const suppressionReasons = ['bounced', 'complaint', 'not_me'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const deadlineKinds = ['inquiry', 'consultation', 'chat', 'mail'] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
export const evidenceKinds = ['mail', 'chat', 'booking', 'stated'] as const
export type Evidence = (typeof evidenceKinds)[number]
export const statedReplyWays = ['phone', 'video', 'in_person', 'other'] as const
/** Reasons that staff can choose. */
export const staffWaiveReasons = ['no_reply_needed', 'duplicate', 'spam', 'other'] as const
export const waiveReasons = [...staffWaiveReasons, 'closed', 'withdrawn', 'nothing_asked'] as const
export type WaiveReason = (typeof waiveReasons)[number]
export const reopenReasons = ['bounced', 'taken_back', 'cancelled'] as const
export const deadlineEventTypes = [
  'opened',
  'assigned',
  'snoozed',
  'met',
  'reopened',
  'waived',
  'reminded',
  'notified',
  'delayed',
] as const
export const inboxViews = ['all', 'mine', 'unassigned', 'overdue', 'snoozed'] as const
export type InboxView = (typeof inboxViews)[number]

export const requestStates = [
  'received',
  'assigned',
  'answered',
  'bounced',
  'withdrawn',
  'closed',
] as const
export type RequestState = (typeof requestStates)[number]
/** How a request was answered, as shown to its sender. */
export const answerWays = ['mail', 'chat', 'booking', ...statedReplyWays] as const
export type AnswerWay = (typeof answerWays)[number]

const automationEvents = [
  'automation.incident_opened',
  'automation.incident_escalated',
  'automation.incident_closed',
  'automation.unobserved',
  'automation.credential_expiring',
  'automation.review_due',
] as const

const bookingEvents = [
  'booking.created',
  'booking.moved',
  'booking.cancelled',
  'booking.unconfirmed',
  'booking.soon',
  'booking.outcome',
  'booking.calendar_unreadable',
  'booking.calendar_readable',
  'booking.invitation_bounced',
] as const

export const notificationEvents = [
  'lead.created',
  'lead.assigned',
  'deadline.unassigned',
  'deadline.due_soon',
  'deadline.overdue',
  'mail.received',
  'mail.failed',
  'mail.bounced',
  'chat.waiting',
  'chat.message',
  'request.reminded',
  'request.withdrawn',
  'intake.failing',
  'backup.failed',
  ...bookingEvents,
  ...automationEvents,
] as const
export type NotificationEvent = (typeof notificationEvents)[number]
export const notificationDeliveryStates = ['queued', 'delivered', 'failed', 'withdrawn'] as const
export const channelKinds = ['slack', 'teams', 'discord', 'ntfy'] as const
export const presenceStates = ['available', 'away'] as const

export const bookingStates = ['held', 'expired', 'pending', 'booked', 'cancelled'] as const
export const pendingReasons = ['calendar', 'suspect'] as const
export const cancellers = ['visitor', 'staff', 'system'] as const
/** Whether a call took place; null until somebody records it. */
export const outcomes = ['happened', 'no_show'] as const
export const bookingContacts = ['video', 'phone', 'in_person'] as const
export type BookingContact = (typeof bookingContacts)[number]
/** Other calendars of a host; the next list says why one cannot be read. */
export const busySources = ['google', 'ics'] as const
export type BusySource = (typeof busySources)[number]
export const busyErrors = [
  'not_connected',
  'scope_missing',
  'reconnect',
  'not_shared',
  'rate_limited',
  'no_answer',
  'refused_address',
  'not_reachable',
  'too_large',
  'not_a_calendar',
] as const
export type BusyError = (typeof busyErrors)[number]
/** How a call gets into the host's calendar. */
export const hostCalendars = ['google', 'mail'] as const
/** Mails about a call. The last ones go to its host. */
const callMails = [
  'booked',
  'moved',
  'cancelled',
  'pending',
  'not-confirmed',
  'no-show',
  'reminder-day',
  'reminder-hour',
  'host-booked',
  'host-moved',
  'host-cancelled',
] as const
export type CallMail = (typeof callMails)[number]
export const noticeRecipients = ['visitor', 'host'] as const
export const callNotices = [...callMails, ...bookingEvents] as const
export type CallNotice = (typeof callNotices)[number]

export const scheduleKinds = ['period', 'cron', 'none'] as const
export const automationStates = [
  'new',
  'up',
  'late',
  'down',
  'paused',
  'unobserved',
  'retired',
] as const
export type AutomationState = (typeof automationStates)[number]
/** How often people check the decisions of an automation. */
export const humanChecks = ['none', 'sample', 'uncertain', 'every'] as const
export const pingKinds = ['success', 'start', 'fail', 'log', 'repeat'] as const
export type PingKind = (typeof pingKinds)[number]
export const runOutcomes = ['running', 'ok', 'failed', 'overrun', 'missed', 'unobserved'] as const
export type RunOutcome = (typeof runOutcomes)[number]
export const incidentCauses = ['missed', 'failed', 'overrun', 'credential', 'review'] as const
/** An automation has at most one open incident of each class. */
export const incidentClasses = ['run', 'credential', 'review'] as const
export const outageReasons = ['away', 'refused', 'stalled'] as const
export type OutageReason = (typeof outageReasons)[number]

/** A `replaced` key was lost, so that it could not vouch for its successor. */
export const receiptKeyStates = ['active', 'retired', 'replaced'] as const
