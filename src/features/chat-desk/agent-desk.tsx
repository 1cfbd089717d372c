import { type ReactNode, useEffect, useState } from 'react'
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
  return (
    <DeskContext value={desk}>
      {children}
      <DeskAlerts />
    </DeskContext>
  )
}
