import { MessageSquare } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import { useStore } from '#web/store.ts'
import { useHydrated } from '#web/ui/browser-state.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LazyFailure, useLazyCode, whenIdle } from '#web/ui/lazy-code.tsx'
import { absent, lazyComponent } from '#web/ui/lazy-component.tsx'
import {
  chatOpening,
  storedIdentity,
  storedOpen,
  unreadMessages,
  useChatOpening,
} from './use-chat-opening.ts'

const StepAside = lazyComponent(() =>
  import('./step-aside.ts').then((code) => code.StepAside, absent),
)

/** The panel's code is loaded on request, on idle, or at once while a conversation is open. */
export function ChatHost({ load }: { load: () => Promise<ComponentType> }) {
  const opening = useChatOpening()
  const unread = useStore(unreadMessages)
  const count = unread > 9 ? '9+' : unread
  const hydrated = useHydrated()
  const { code: ChatPanel, failed } = useLazyCode(load, opening)
  const open = opening.open && !failed

  useEffect(() => {
    if (storedIdentity()) return storedOpen() ? chatOpening.restore() : chatOpening.expect()
    return whenIdle(chatOpening.expect)
  }, [])

  return (
    <aside aria-label="Chat" className="relative">
      {ChatPanel && <ChatPanel />}
      {failed && (
        <LazyFailure
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
        aria-label={open ? 'Hide chat' : bubbleName(count)}
        aria-expanded={open}
        aria-busy={(open && !ChatPanel) || undefined}
        onPointerEnter={chatOpening.expect}
        onClick={(event) => (open ? chatOpening.hide() : chatOpening.show(event.currentTarget))}
      >
        <Icon icon={MessageSquare} size={20} />
        <span>Chat</span>
        {count !== 0 && <b className="chat-unread">{` ${count}`}</b>}
      </button>
      <StepAside />
    </aside>
  )
}

function bubbleName(count: number | '9+'): string {
  // There is no comma, because the accessible name must contain the visible text "Chat 1".
  return count ? `Open chat ${count} unread message${count === 1 ? '' : 's'}` : 'Open chat'
}
