import type { NotificationEvent } from '#contract/vocabulary.ts'

export const eventWords: Record<NotificationEvent, string> = {
  'lead.created': 'New request',
  'lead.assigned': 'Assigned to you',
  'deadline.unassigned': 'Nobody has taken a request',
  'deadline.due_soon': 'Answer due soon',
  'deadline.overdue': 'Answer overdue',
  'mail.received': 'Email received',
  'mail.failed': 'Email not delivered',
  'mail.bounced': 'Email bounced',
  'chat.waiting': 'Visitor waiting in the chat',
  'chat.message': 'Message in the chat',
  'request.reminded': 'Reminder from the sender',
  'request.withdrawn': 'Request withdrawn',
  'intake.failing': 'Mailbox can’t be read',
  'backup.failed': 'Backup failed or overdue',
  'booking.created': 'Call booked',
  'booking.moved': 'Call moved',
  'booking.cancelled': 'Call cancelled',
  'booking.unconfirmed': 'Call not confirmed yet',
  'booking.soon': 'Call in 15 minutes',
  'booking.outcome': 'Did the call happen?',
  'booking.calendar_unreadable': 'Calendar can’t be read',
  'booking.calendar_readable': 'Calendar can be read again',
  'booking.invitation_bounced': 'Invitation to a call came back',
  'automation.incident_opened': 'Automation needs a person',
  'automation.incident_escalated': 'Incident not acknowledged',
  'automation.incident_closed': 'Incident over',
  'automation.unobserved': 'Runs not observed',
  'automation.credential_expiring': 'Credential expires',
  'automation.review_due': 'Review of an automation due',
}

/** A message in a channel is addressed to nobody in particular. */
export const channelEventWords = { ...eventWords, 'lead.assigned': 'Request assigned' }

/** The groups in the settings, in display order. */
export const eventGroups: Record<string, readonly NotificationEvent[]> = {
  Requests: [
    'lead.created',
    'lead.assigned',
    'deadline.unassigned',
    'deadline.due_soon',
    'deadline.overdue',
    'request.reminded',
    'request.withdrawn',
  ],
  Mail: ['mail.received'],
  Chat: ['chat.waiting', 'chat.message'],
  Calls: [
    'booking.created',
    'booking.moved',
    'booking.cancelled',
    'booking.unconfirmed',
    'booking.soon',
    'booking.outcome',
  ],
  Automations: [
    'automation.incident_opened',
    'automation.incident_escalated',
    'automation.incident_closed',
    'automation.unobserved',
    'automation.credential_expiring',
    'automation.review_due',
  ],
  Trouble: [
    'mail.failed',
    'mail.bounced',
    'booking.invitation_bounced',
    'booking.calendar_unreadable',
    'booking.calendar_readable',
    'intake.failing',
    'backup.failed',
  ],
}
