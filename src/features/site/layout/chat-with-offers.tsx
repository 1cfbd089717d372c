import { offeredPath } from '#features/booking/chat-offer/offer-text.ts'
import { MessageCardsContext } from '#features/chat/thread/offers.tsx'
import { ChatPanel } from '#features/chat/widget/chat-panel.tsx'
import { late } from '#web/ui/late.tsx'

const cards = {
  isFor: (text: string) => offeredPath(text, location.origin) !== null,
  Card: late<{ text: string }>(
    async () => (await import('#features/booking/chat-offer/offer-card.tsx')).OfferCard,
  ),
}

/** The chat, in which an offer of times is a card. */
export function ChatWithOffers() {
  return (
    <MessageCardsContext value={cards}>
      <ChatPanel />
    </MessageCardsContext>
  )
}
