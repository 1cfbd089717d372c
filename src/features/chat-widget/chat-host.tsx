import { MessageSquare } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { classNames } from '../../web/ui/class-names.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { toast } from '../../web/ui/toast-store.ts'
import { useHydrated } from '../../web/ui/use-hydrated.ts'
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

type PanelComponent = typeof import('./chat-panel.tsx').ChatPanel

/**
 * The bubble and the panel's place in the page. The panel's code comes with the first wish for it,
 * when idle, or at once while a conversation goes on.
 */
export function ChatHost() {
  const { wanted, open, count, unread } = useSyncExternalStore(
    subscribeToChatOpening,
    currentChatOpening,
    () => shut,
  )
  const [ChatPanel, setPanel] = useState<PanelComponent | null>(null)
  const [failures, setFailures] = useState(0)
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const missing = wanted && ChatPanel === null

  useEffect(() => {
    if (!missing) return
    let left = false
    import('./chat-panel.tsx').then(
      (module) => left || setPanel(() => module.ChatPanel),
      () => left || setFailures(count),
    )
    return () => {
      left = true
    }
  }, [missing, count])

  // Without its code the chat cannot open: the contact form reaches the same people.
  useEffect(() => {
    if (failures === 0 || failures !== count || !open) return
    minimizeChat()
    toast({
      title: 'The chat could not be loaded',
      description: 'Please use the contact form instead.',
      variant: 'destructive',
    })
    navigate({ pathname: '/', hash: '#contact' })
  }, [failures, count, open, navigate])

  useEffect(() => {
    if (hasConversation()) return wasOpen() ? restoreChat() : expectChat()
    if (typeof requestIdleCallback !== 'function') return
    const idle = requestIdleCallback(expectChat, { timeout: 20_000 })
    return () => cancelIdleCallback(idle)
  }, [])

  return (
    <aside aria-label="Chat">
      {ChatPanel && <ChatPanel />}
      <button
        type="button"
        id="chat-bubble"
        className={classNames('btn btn-primary chat-bubble needs-script', hydrated && 'chat-live')}
        aria-label={bubbleName(open, unread)}
        aria-expanded={open}
        aria-busy={(open && missing) || undefined}
        onPointerEnter={expectChat}
        onClick={() => (open ? minimizeChat() : openChat())}
      >
        {open && missing ? (
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
  return `Open chat, ${count} unread ${unread === 1 ? 'message' : 'messages'}`
}
