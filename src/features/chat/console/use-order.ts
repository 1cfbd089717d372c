import { useMemo } from 'react'
import { preference, usePreference } from '../../../web/ui/preference.ts'
import { type Order, orders } from './session-words.ts'

/** In which order somebody wants the active chats, kept for each user of this browser. */
export function useOrder(userId: string): [Order, (order: Order) => void] {
  const kept = useMemo(() => preference(`chat-order ${userId}`, orders), [userId])
  return [usePreference(kept, orders[0]), kept.set]
}
