import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Reports that a part of the page could not be loaded. No toast: its code may be missing too. */
export function LateFailure({
  title,
  otherWay,
  onRetry,
  onDismiss,
}: {
  title: string
  otherWay: ReactNode
  onRetry: () => void
  onDismiss: () => void
}) {
  return (
    <div className="toast-viewport">
      <div role="alert" className="toast toast-destructive">
        <div className="min-w-0 py-1">
          <p className="toast-title">{title}</p>
          {otherWay}
        </div>
        <div className="flex items-center gap-1">
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="quiet" icon={X} size="sm" aria-label="Dismiss" onClick={onDismiss} />
        </div>
      </div>
    </div>
  )
}
