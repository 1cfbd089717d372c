import type { ComponentProps } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { expectChat, openChat } from './opening.ts'

/** Opens the one chat of the page. */
export function ChatButton({
  beforeOpen,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  /** Runs first; what it returns shows that the chat is coming, instead of this button. */
  beforeOpen?: () => HTMLElement | null
}) {
  return (
    <Button
      needsScript
      aria-haspopup="dialog"
      onPointerEnter={expectChat}
      onFocus={expectChat}
      onClick={({ currentTarget }) =>
        openChat(beforeOpen ? beforeOpen() : currentTarget, { fromHeader: true })
      }
      {...rest}
    >
      Chat
    </Button>
  )
}

/** The same, as a link among links. */
export function ChatLink({ children }: { children: string }) {
  return (
    <button
      type="button"
      className="link needs-script no-print"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => openChat(currentTarget)}
    >
      {children}
    </button>
  )
}
