import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import './menu.css'
import { useBackCloses } from './use-back-closes.ts'
import { useMedia } from './use-media.ts'

function inMain(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('main') ?? undefined
}

/**
 * A menu under a button. Arrow keys move, a letter jumps, Escape closes and returns the focus; so does Back
 * on a phone.
 */
export function Menu({
  trigger,
  label,
  onOpenChange,
  onCloseAutoFocus,
  children,
}: {
  trigger: ReactNode
  /** Names the menu; it may differ from the button's text. */
  label: string
  onOpenChange?: (open: boolean) => void
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}) {
  const small = useSize() === 'sm'
  // Looked up at each opening: while the page first renders, its main part is not there yet.
  const [place, setPlace] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const phone = useMedia('(width < 640px)')
  function change(next: boolean) {
    if (next) setPlace(inMain())
    setOpen(next)
    onOpenChange?.(next)
  }
  useBackCloses(open && phone, () => change(false))
  return (
    // Not modal: that would lock the scrolling with a style element, which the policy refuses.
    <Radix.Root modal={false} open={open} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Inside the page's main part: whatever is outside of all landmarks is easily missed. */}
      <Radix.Portal container={place}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={classNames('menu fades', small && 'admin-text')}
          onCloseAutoFocus={onCloseAutoFocus}
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

/** An entry that is on or off and leaves the menu open. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
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
