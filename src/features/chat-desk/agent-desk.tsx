import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { keyOf } from '../../web/api/query.ts'
import { afterRenewal } from '../../web/api/session-renewal.ts'
import { auth } from '../auth/contract.ts'
import { chatUrl } from '../chat/chat-client.ts'
import { Desk } from './desk.ts'
import { DeskAlerts } from './desk-alerts.tsx'
import { stand } from './leading-tab.ts'
import { DeskContext } from './use-desk.ts'

/** Holds the one socket of a signed-in agent, and calls when somebody wants a person. */
export function AgentDesk({ userId, children }: { userId: string; children: ReactNode }) {
  const [desk] = useState(() => new Desk(chatUrl(location), userId))
  useEffect(() => {
    stand()
    return desk.open()
  }, [desk])
  useRefusal(desk)
  return (
    <DeskContext value={desk}>
      {children}
      <DeskAlerts />
    </DeskContext>
  )
}

/** A refusal for good mostly means an ended session: asking who is signed in has it renewed. */
function useRefusal(desk: Desk): void {
  const cache = useQueryClient()
  useEffect(() => {
    let told = false
    const stops = [
      desk.subscribe(() => {
        const { isRefused } = desk.chat.state
        if (isRefused && !told) void cache.invalidateQueries({ queryKey: keyOf(auth.me, {}) })
        told = isRefused
      }),
      afterRenewal(() => desk.chat.connect()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [desk, cache])
}
