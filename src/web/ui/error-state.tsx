import { RotateCw } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { focusHeading } from './focus-heading.ts'
import { Icon } from './icon.tsx'

export function ErrorState(props: {
  message: ReactNode
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  className?: string
}) {
  const { onRetry, retryLabel = 'Retry', retrying = false } = props
  const box = useRef<HTMLDivElement>(null)
  // A successful retry removes this box; the heading then takes over the focus.
  useLayoutEffect(() => {
    const own = box.current
    return () => void (own?.contains(document.activeElement) && focusHeading())
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      className={classNames(
        'flex flex-wrap items-center gap-x-5 gap-y-3 rounded-control border border-rule bg-surface px-5 py-4 in-[.panel]:rounded-none in-[.panel]:border-0',
        props.className,
      )}
    >
      <p className="font-medium">{props.message}</p>
      {onRetry && (
        <Button onClick={onRetry} busy={retrying} className="needs-script">
          {!retrying && <Icon icon={RotateCw} />}
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
