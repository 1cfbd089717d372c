import type { LeadKind } from '#features/leads/lead.ts'

export type Alert = {
  kind: 'waiting' | 'message' | LeadKind
  /** The id of the chat session or of the lead. */
  id: string
  name: string
}

const sentences: Record<Alert['kind'], string> = {
  waiting: 'is waiting in the chat.',
  message: 'wrote in the chat.',
  Inquiry: 'sent an inquiry.',
  Consultation: 'asked for a consultation.',
}

export function notificationPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window && window.isSecureContext
    ? Notification.permission
    : 'unsupported'
}

/**
 * Shows a notification titled `firm`. It names the visitor but omits the message, since others may
 * see the screen.
 */
export function notify(
  firm: string,
  { kind, id, name }: Alert,
  open: (address: string) => void,
): void {
  if (notificationPermission() !== 'granted') return
  const isLead = kind === 'Inquiry' || kind === 'Consultation'
  const body = `${name || 'A visitor'} ${sentences[kind]}`
  try {
    const shown = new Notification(firm, { body, tag: id, icon: '/icon-192.png' })
    shown.onclick = () => {
      window.focus()
      open(`/admin/${isLead ? 'inbox?lead' : 'chat?session'}=${id}`)
      shown.close()
    }
  } catch {
    // Phones require a service worker for notifications; title and sound still work.
  }
}
