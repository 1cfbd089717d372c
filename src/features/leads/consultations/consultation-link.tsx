import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useSyncExternalStore,
} from 'react'
import { type Button, ButtonLink } from '../../../web/ui/button.tsx'
import type { Size } from '../../../web/ui/density.tsx'
import { useHydrated } from '../../../web/ui/use-hydrated.ts'
import {
  closed,
  currentOpening,
  expectConsultation,
  openConsultation,
  subscribeToOpening,
} from './opening.ts'

type ConsultationLinkProps = {
  size?: Size
  variant?: ComponentProps<typeof Button>['variant']
  className?: string
  /** Runs first; its result receives the focus afterwards, instead of this button. */
  beforeOpen?: () => HTMLElement | null
  children: string
}

/**
 * Opens the consultation dialog; without JavaScript, leads to a page with the same form. The
 * element stays the same across hydration, so that neither the focus nor an early click is lost.
 */
export function ConsultationLink({
  size,
  variant = 'primary',
  className,
  beforeOpen,
  children,
}: ConsultationLinkProps) {
  const hydrated = useHydrated()
  const { open } = useSyncExternalStore(subscribeToOpening, currentOpening, () => closed)

  function act(event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) {
    event.preventDefault()
    const button = event.currentTarget
    openConsultation(beforeOpen ? beforeOpen() : button)
  }

  const asButton = hydrated && {
    role: 'button',
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    draggable: false,
  }
  return (
    <ButtonLink
      variant={variant}
      size={size}
      className={className}
      to="/consultation"
      {...asButton}
      onPointerEnter={expectConsultation}
      onFocus={expectConsultation}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) act(event)
      }}
      onKeyDown={(event) => {
        if (event.key === ' ') act(event)
      }}
    >
      {children}
    </ButtonLink>
  )
}
