import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { keyOf } from '../../../web/api/query.ts'
import { afterRenewal } from '../../../web/api/session-renewal.ts'
import { auth } from '../../identity/sign-in/contract.ts'
import { chatUrl } from '../client/chat-client.ts'
import { AgentConsole } from './agent-console.ts'
import { ConsoleAlerts } from './console-alerts.tsx'
import { stand } from './leading-tab.ts'
import { AgentConsoleContext } from './use-agent-console.ts'

/** Holds the only socket of a signed-in agent. */
export function AgentConsoleProvider({
  userId,
  children,
}: {
  userId: string
  children: ReactNode
}) {
  const [desk] = useState(() => new AgentConsole(chatUrl(location), userId))
  useEffect(() => {
    stand()
    return desk.open()
  }, [desk])
  useRefusal(desk)
  return (
    <AgentConsoleContext value={desk}>
      {children}
      <ConsoleAlerts />
    </AgentConsoleContext>
  )
}

/**
 * A permanent refusal usually means an expired session; refetching the account renews the sign-in.
 */
function useRefusal(desk: AgentConsole): void {
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
