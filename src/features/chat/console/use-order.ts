import { useMemo } from 'react'
import { preference, usePreference } from '../../../web/ui/preference.ts'
import { type Order, orders } from './session-words.ts'

/** Sort order of the active chats, stored per user in this browser. */
export function useOrder(userId: string): [Order, (order: Order) => void] {
  const kept = useMemo(() => preference(`chat-order ${userId}`, orders), [userId])
  return [usePreference(kept, orders[0]), kept.set]
}
