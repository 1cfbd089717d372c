import { browserStorage, tabStorage } from '#web/storage.ts'
import { createStore, useStore } from '#web/store.ts'
import { createOpening } from '#web/ui/lazy-code.tsx'
import type { Identity } from '../client/visitor-chat.ts'

export const chatOpening = createOpening()
export const useChatOpening = () => useStore(chatOpening)

export const identityKey = 'chat-visitor'
export const storedIdentity = () => browserStorage.readJson<Identity>(identityKey)

const openKey = 'chat-open'
/** `asked` means that the visitor has just requested the chat, so it gets the focus. */
export type StoredOpen = 'open' | 'asked' | null
export const storedOpen = () => tabStorage.read(openKey) as StoredOpen
export const storeOpen = (open: StoredOpen) => tabStorage.write(openKey, open)

export const unreadMessages = createStore(0)
