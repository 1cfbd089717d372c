export type Alert = { kind: 'waiting' | 'message'; sessionId: string; name: string }

export function notificationPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window && window.isSecureContext
    ? Notification.permission
    : 'unsupported'
}

/** `firm` is the title. Names the visitor but omits the message, since others may see the screen. */
export function notify(firm: string, { kind, sessionId, name }: Alert, onOpen: () => void): void {
  if (notificationPermission() !== 'granted') return
  const who = name || 'A visitor'
  const body = kind === 'waiting' ? `${who} is waiting in the chat.` : `${who} wrote in the chat.`
  try {
    const shown = new Notification(firm, { body, tag: sessionId, icon: '/icon-192.png' })
    shown.onclick = () => {
      window.focus()
      onOpen()
      shown.close()
    }
  } catch {
    // Phones require a service worker for notifications; title and sound still work.
  }
}
