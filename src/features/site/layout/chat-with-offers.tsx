import { offeredPath } from '#features/booking/chat-offer/offer-text.ts'
import { MessageCardsContext } from '#features/chat/thread/offers.tsx'
import { ChatPanel } from '#features/chat/widget/chat-panel.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const cards = {
  isFor: (text: string) => offeredPath(text, location.origin) !== null,
  Card: lazyComponent<{ text: string }>(
    async () => (await import('#features/booking/chat-offer/offer-card.tsx')).OfferCard,
  ),
}

/** The chat, which shows offered times as cards. */
export function ChatWithOffers() {
  return (
    <MessageCardsContext value={cards}>
      <ChatPanel />
    </MessageCardsContext>
  )
}
