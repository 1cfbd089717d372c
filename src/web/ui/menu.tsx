import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import './menu.css'
import { useBackCloses } from './back-closes.ts'
import { useMedia } from './browser-state.ts'

/** Content outside all landmarks is easily missed; what is outside an open dialog is inert. */
function containerOf(button: HTMLElement | null): HTMLElement | undefined {
  const around = button?.closest<HTMLElement>('[role="dialog"]')
  return around ?? document.querySelector<HTMLElement>('main') ?? undefined
}

export function Menu(props: {
  trigger: ReactNode
  label: string
  /** For items of several words. */
  wide?: boolean
  onOpenChange?: (open: boolean) => void
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}) {
  const { trigger, label, onOpenChange, onCloseAutoFocus, children } = props
  const small = useSize() === 'sm'
  // Looked up at each opening: `main` does not exist yet during the first render.
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
    // Not modal: Radix would lock scrolling with a style element, which the CSP blocks.
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
          // The trigger toggles by itself; a menu fading out would close what it has just opened.
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
