import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { Menu, MenuItem } from './menu.tsx'

export type RowAction = {
  label: string
  danger?: boolean
  /** Set if the item opens nothing, so that the focus returns to the menu's button. */
  keepsFocus?: boolean
  /**
   * Receives the menu's button, which gets the focus back once whatever the item opens has closed.
   */
  onSelect: (opener: HTMLElement | null) => void
}

export function RowMenu({ label, items }: { label: string; items: RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef(false)
  const forget = (opening: boolean) => {
    if (opening) chosen.current = false
  }
  return (
    <Menu
      label={label}
      onOpenChange={forget}
      onCloseAutoFocus={(event) => chosen.current && event.preventDefault()}
      trigger={
        <Button icon={Ellipsis} ref={button} variant="quiet" aria-label={label} title={label} />
      }
    >
      {items.map(({ label: text, danger, keepsFocus, onSelect }) => (
        <MenuItem
          key={text}
          className={danger ? 'menu-item-danger' : undefined}
          onSelect={() => {
            chosen.current = !keepsFocus
            onSelect(button.current)
          }}
        >
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}
