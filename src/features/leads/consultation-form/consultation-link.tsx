import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { useStore } from '#web/store.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { type Button, ButtonLink } from '#web/ui/button.tsx'
import type { Size } from '#web/ui/density.tsx'
import { createOpening } from '#web/ui/lazy-code.tsx'

export const consultationOpening = createOpening()

type ConsultationLinkProps = {
  size?: Size
  variant?: ComponentProps<typeof Button>['variant']
  className?: string
  /**
   * Runs before the dialog opens. The returned element gets the focus afterwards, instead of this
   * button.
   */
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
  const { open } = useStore(consultationOpening)

  function act(event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) {
    event.preventDefault()
    const button = event.currentTarget
    consultationOpening.show(beforeOpen ? beforeOpen() : button)
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
      onPointerEnter={consultationOpening.expect}
      onFocus={consultationOpening.expect}
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
