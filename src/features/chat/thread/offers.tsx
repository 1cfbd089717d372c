import { type ComponentType, createContext } from 'react'

type Offer = {
  sessionId: string
  disabled: boolean
  /** Sends a message. */
  onText: (text: string) => void
}

/** A component shown beside the agent's text field, provided by a higher domain. */
export const OfferContext = createContext<ComponentType<Offer> | null>(null)

export type MessageCards = {
  /** Whether a message of an agent is shown as a card. */
  isFor: (text: string) => boolean
  Card: ComponentType<{ text: string }>
}

/** Cards that replace the text of some messages, provided by a higher domain. */
export const MessageCardsContext = createContext<MessageCards | null>(null)
