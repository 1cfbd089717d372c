import { MessageSquare } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { classNames } from '../../web/ui/class-names.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { toast } from '../../web/ui/toast-store.ts'
import { useHydrated } from '../../web/ui/use-hydrated.ts'
import { useLateCode } from '../../web/ui/use-late-code.ts'
import './bubble.css'
import { hasConversation, wasOpen } from '../chat-opening/kept.ts'
import {
  currentChatOpening,
  expectChat,
  minimizeChat,
  openChat,
  restoreChat,
  shut,
  subscribeToChatOpening,
} from '../chat-opening/opening.ts'

const load = () => import('./chat-panel.tsx').then((module) => module.ChatPanel)

/**
 * The bubble and the panel's place in the page. The panel's code comes with the first wish for it,
 * when idle, or at once while a conversation goes on.
 */
export function ChatHost() {
  const opening = useSyncExternalStore(subscribeToChatOpening, currentChatOpening, () => shut)
  const { open, unread } = opening
  const navigate = useNavigate()
  const hydrated = useHydrated()

  // Without its code the chat cannot open: the contact form reaches the same people.
  const ChatPanel = useLateCode(load, opening, () => {
    minimizeChat()
    toast({
      title: 'The chat could not be loaded',
      description: 'Please use the contact form instead.',
      variant: 'destructive',
    })
    void navigate({ pathname: '/', hash: '#contact' })
  })

  useEffect(() => {
    if (hasConversation()) return wasOpen() ? restoreChat() : expectChat()
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(expectChat, { timeout: 20_000 })
    return () => cancelIdleCallback(idle)
  }, [])

  return (
    <aside aria-label="Chat" className="relative">
      {ChatPanel && <ChatPanel />}
      <button
        type="button"
        id="chat-bubble"
        className={classNames('btn btn-primary chat-bubble needs-script', hydrated && 'chat-live')}
        aria-label={bubbleName(open, unread)}
        aria-expanded={open}
        aria-busy={(open && !ChatPanel) || undefined}
        onPointerEnter={expectChat}
        onClick={() => (open ? minimizeChat() : openChat())}
      >
        {open && !ChatPanel ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Icon icon={MessageSquare} size={20} />
        )}
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
  // No comma: the name contains what the button shows, which is "Chat 1".
  return `Open chat ${count} unread ${unread === 1 ? 'message' : 'messages'}`
}
