import { offeredPath } from '#features/booking/chat-offer/offer-text.ts'
import { type ChatSlots, ChatSlotsContext } from '#features/chat/thread/slots.ts'
import { ChatPanel } from '#features/chat/widget/chat-panel.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { loadScreen } from '#web/ui/screen-code.ts'

const slots: ChatSlots = {
  messageCards: {
    isFor: (text) => offeredPath(text, location.origin) !== null,
    Card: lazyComponent(
      async () => (await import('#features/booking/chat-offer/offer-card.tsx')).OfferCard,
    ),
  },
}

/** A message left in the chat is sent by the code of the chat's page. */
export async function loadChat() {
  if ((await loadScreen('/chat')) !== 'ready') throw new Error('/chat could not be loaded.')
  return ChatWithOffers
}

/** The chat, which shows offered times as cards. */
function ChatWithOffers() {
  return (
    <ChatSlotsContext value={slots}>
      <ChatPanel />
    </ChatSlotsContext>
  )
}
