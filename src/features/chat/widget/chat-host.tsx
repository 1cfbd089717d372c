import { MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from '../../../web/store.ts'
import { useHydrated } from '../../../web/ui/browser-state.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { Icon } from '../../../web/ui/icon.tsx'
import { LateFailure, useLateCode, whenIdle } from '../../../web/ui/late-code.tsx'
import './bubble.css'
import { hasConversation, wasOpen } from '../opening/chat-preferences.ts'
import { chatOpening, unreadMessages, useChatOpening } from '../opening/use-chat-opening.ts'

const load = () => import('./chat-panel.tsx').then((module) => module.ChatPanel)

/**
 * The bubble and the panel's place in the page. The panel's code is loaded on the first request, on
 * idle, or at once while a conversation is open.
 */
export function ChatHost() {
  const opening = useChatOpening()
  const unread = useStore(unreadMessages)
  const hydrated = useHydrated()
  const { code: ChatPanel, failed } = useLateCode(load, opening)
  const open = opening.open && !failed

  useEffect(() => {
    if (hasConversation()) return wasOpen() ? chatOpening.restore() : chatOpening.expect()
    return whenIdle(chatOpening.expect)
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
            opening.opener?.focus()
            chatOpening.show(opening.opener, opening.fromHeader)
          }}
          onDismiss={chatOpening.hide}
        />
      )}
      <button
        type="button"
        id="chat-bubble"
        className={classNames('btn btn-primary chat-bubble needs-script', hydrated && 'chat-live')}
        aria-label={bubbleName(open, unread)}
        aria-expanded={open}
        aria-busy={(open && !ChatPanel) || undefined}
        onPointerEnter={chatOpening.expect}
        onClick={(event) => (open ? chatOpening.hide() : chatOpening.show(event.currentTarget))}
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
