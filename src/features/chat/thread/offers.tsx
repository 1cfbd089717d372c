import { type ComponentType, createContext } from 'react'

type Offer = {
  sessionId: string
  disabled: boolean
  /** Sends a message. */
  onText: (text: string) => void
}

/** Beside the agent's text field; of a domain above this one. */
export const OfferContext = createContext<ComponentType<Offer> | null>(null)

export type MessageCards = {
  /** Whether a message of an agent is shown as a card. */
  isFor: (text: string) => boolean
  Card: ComponentType<{ text: string }>
}

/** Cards in place of the text of some messages; of a domain above this one. */
export const MessageCardsContext = createContext<MessageCards | null>(null)
