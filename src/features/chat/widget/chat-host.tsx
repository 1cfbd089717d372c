import { MessageSquare } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { Icon } from '../../../web/ui/icon.tsx'
import { LateFailure } from '../../../web/ui/late-failure.tsx'
import { useHydrated } from '../../../web/ui/use-hydrated.ts'
import { useLateCode } from '../../../web/ui/use-late-code.ts'
import { whenIdle } from '../../../web/ui/when-idle.ts'
import './bubble.css'
import { hasConversation, wasOpen } from '../opening/chat-preferences.ts'
import {
  currentChatOpening,
  expectChat,
  minimizeChat,
  openChat,
  restoreChat,
  shut,
  subscribeToChatOpening,
} from '../opening/opening.ts'

const load = () => import('./chat-panel.tsx').then((module) => module.ChatPanel)

/**
 * The bubble and the panel's place in the page. The panel's code is loaded on the first request, on
 * idle, or at once while a conversation is open.
 */
export function ChatHost() {
  const opening = useSyncExternalStore(subscribeToChatOpening, currentChatOpening, () => shut)
  const { unread, opener, fromHeader } = opening
  const hydrated = useHydrated()
  const { code: ChatPanel, failed } = useLateCode(load, opening)
  const open = opening.open && !failed

  useEffect(() => {
    if (hasConversation()) return wasOpen() ? restoreChat() : expectChat()
    return whenIdle(expectChat)
  }, [])

  return (
    <aside aria-label="Chat" className="relative">
      {ChatPanel && <ChatPanel />}
      {failed && (
        <LateFailure
          title="The chat could not be loaded"
          otherWay={
            <a className="link" href="/#contact">
              Use the contact form
            </a>
          }
          onRetry={() => {
            opener?.focus()
            openChat(opener, { fromHeader })
          }}
          onDismiss={minimizeChat}
        />
      )}
      <button
        type="button"
        id="chat-bubble"
        className={classNames('btn btn-primary chat-bubble needs-script', hydrated && 'chat-live')}
        aria-label={bubbleName(open, unread)}
        aria-expanded={open}
        aria-busy={(open && !ChatPanel) || undefined}
        onPointerEnter={expectChat}
        onClick={(event) => (open ? minimizeChat() : openChat(event.currentTarget))}
      >
        <Icon icon={MessageSquare} size={20} />
        <span>Chat</span>
        {unread > 0 && <b className="chat-unread">{unread > 9 ? '9+' : unread}</b>}
      </button>
    </aside>
  )
}

function bubbleName(open: boolean, unread: number): string {
  if (open) return 'Hide chat'
  if (unread === 0) return 'Open chat'
  const count = unread > 9 ? '9+' : unread
  // No comma: the accessible name must contain the visible text, "Chat 1".
  return `Open chat ${count} unread ${unread === 1 ? 'message' : 'messages'}`
}
