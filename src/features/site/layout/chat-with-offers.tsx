import { offeredPath } from '#features/booking/chat-offer/offer-text.ts'
import { type ChatSlots, ChatSlotsContext } from '#features/chat/thread/slots.ts'
import { ChatPanel } from '#features/chat/widget/chat-panel.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const slots: ChatSlots = {
  messageCards: {
    isFor: (text) => offeredPath(text, location.origin) !== null,
    Card: lazyComponent(
      async () => (await import('#features/booking/chat-offer/offer-card.tsx')).OfferCard,
    ),
  },
}

/** The chat, which shows offered times as cards. */
export function ChatWithOffers() {
  return (
    <ChatSlotsContext value={slots}>
      <ChatPanel />
    </ChatSlotsContext>
  )
}
