import type { ConnectionStatus } from '../client/chat-connection.ts'

const words: Record<ConnectionStatus, string> = {
  connected: 'Connected',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  disconnected: 'Disconnected',
}

export function connectionWord(status: ConnectionStatus): string {
  return words[status]
}

/** The socket's state as text and shape, so that it does not depend on colour. */
export function ConnectionMark({ status }: { status: ConnectionStatus }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <circle
          cx="7"
          cy="7"
          r="5.5"
          strokeWidth="2"
          className={status === 'connected' ? 'fill-primary stroke-primary' : 'stroke-ink'}
        />
        {status === 'connecting' && <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" className="fill-ink" />}
        {status === 'disconnected' && (
          <path d="M4.6 4.6l4.8 4.8M9.4 4.6L4.6 9.4" strokeWidth="1.6" className="stroke-ink" />
        )}
      </svg>
      {words[status]}
    </span>
  )
}
