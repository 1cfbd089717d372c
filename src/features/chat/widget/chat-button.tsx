import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { chatOpening } from './use-chat-opening.ts'

export function ChatButton({
  beforeOpen,
  className,
  children,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  children: string
  /** Runs before the chat opens; the returned element replaces this button as the opener. */
  beforeOpen?: () => HTMLElement | null
}) {
  return (
    <Button
      className={classNames('needs-script', className)}
      aria-haspopup="dialog"
      onPointerEnter={chatOpening.expect}
      onFocus={chatOpening.expect}
      onClick={({ currentTarget }) =>
        chatOpening.show(beforeOpen ? beforeOpen() : currentTarget, true)
      }
      {...rest}
    >
      {children}
    </Button>
  )
}

export function ChatLink({ children }: { children: string }) {
  return (
    <button
      type="button"
      className="link needs-script no-print"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => chatOpening.show(currentTarget)}
    >
      {children}
    </button>
  )
}
