import { createStore, useStore } from '../../../web/store.ts'
import { createOpening } from '../../../web/ui/late-code.tsx'

export const chatOpening = createOpening()
export const useChatOpening = () => useStore(chatOpening)

/** Messages that the visitor has not seen. */
export const unreadMessages = createStore(0)
