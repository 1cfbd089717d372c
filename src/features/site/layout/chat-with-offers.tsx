import { late } from '../../../web/ui/late.tsx'
import { offeredPath } from '../../booking/chat-offer/offer-text.ts'
import { MessageCardsContext } from '../../chat/thread/offers.tsx'
import { ChatPanel } from '../../chat/widget/chat-panel.tsx'

const cards = {
  isFor: (text: string) => offeredPath(text, location.origin) !== null,
  Card: late<{ text: string }>(
    async () => (await import('../../booking/chat-offer/offer-card.tsx')).OfferCard,
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
