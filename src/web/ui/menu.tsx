import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import './menu.css'
import { useBackCloses } from './back-closes.ts'
import { useMedia } from './browser-state.ts'

/**
 * Where the menu is rendered: in the dialog of its button, since everything else is inert, or in
 * `main`, because screen reader users easily miss content outside all landmarks.
 */
function containerOf(button: HTMLElement | null): HTMLElement | undefined {
  const around = button?.closest<HTMLElement>('[role="dialog"]')
  return around ?? document.querySelector<HTMLElement>('main') ?? undefined
}

export function Menu(props: {
  trigger: ReactNode
  label: string
  /** For menus whose items have several words. */
  wide?: boolean
  onOpenChange?: (open: boolean) => void
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}) {
  const { trigger, label, onOpenChange, onCloseAutoFocus, children } = props
  const small = useSize() === 'sm'
  // Looked up each time the menu opens, because `main` does not exist during the first render.
  const [container, setContainer] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const phone = useMedia('(width < 640px)')
  function change(next: boolean) {
    if (next) setContainer(containerOf(button.current))
    setOpen(next)
    onOpenChange?.(next)
  }
  useBackCloses(open && phone, () => change(false))
  return (
    // It is not modal, because Radix would lock scrolling with a style element, which the CSP
    // blocks.
    <Radix.Root modal={false} open={open} onOpenChange={change}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={classNames('menu fades', props.wide && 'menu-wide', small && 'admin-text')}
          onCloseAutoFocus={onCloseAutoFocus}
          // The trigger toggles by itself. A menu that is fading out would close the one just
          // opened.
          onPointerDownOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={classNames('menu-item', className)} {...rest} />
}

export function MenuCheck(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  const { checked, onChange, children } = props
  return (
    <Radix.CheckboxItem
      className="menu-item"
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="menu-check" aria-hidden="true">
        <Radix.ItemIndicator>✓</Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-separator" />
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-note">{children}</Radix.Label>
}
