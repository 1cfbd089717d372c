import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import { Icon } from './icon.tsx'
import './menu.css'

export type MenuItem = {
  label: string
  danger?: boolean
  /** Gets the button that opened the menu: where the focus belongs after what the item opens. */
  onSelect: (opener: HTMLElement | null) => void
}

/** What else can be done with a row, behind three dots. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef(false)
  const small = useSize() === 'sm'
  const forget = (opening: boolean) => {
    if (opening) chosen.current = false
  }
  return (
    // Not modal: that would lock the scrolling with a style element, which the policy refuses.
    <DropdownMenu.Root modal={false} onOpenChange={forget}>
      <DropdownMenu.Trigger asChild>
        <Button ref={button} variant="quiet" iconOnly aria-label={label} title={label}>
          <Icon icon={Ellipsis} />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className={classNames('menu fades', small && 'admin-text')}
          onCloseAutoFocus={(event) => chosen.current && event.preventDefault()}
        >
          {items.map(({ label: text, danger, onSelect }) => (
            <DropdownMenu.Item
              key={text}
              className={classNames('menu-item', danger && 'menu-item-danger')}
              onSelect={() => {
                chosen.current = true
                onSelect(button.current)
              }}
            >
              {text}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
