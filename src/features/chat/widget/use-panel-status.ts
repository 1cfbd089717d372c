import { useEffect, useState } from 'react'
import { brand } from '../../../brand.ts'
import { call, type Output } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { counted } from '../../../web/ui/words.ts'
import { isOpen, spokenHours, spokenReturn } from '../../content/business-hours/office-hours.ts'
import type { VisitorState } from '../client/chat-client.ts'
import { chat } from '../protocol/contract.ts'

type Availability = { available: boolean; usualReplyMinutes: number | null }

/** Text of the panel's head; `status` is for screen readers. */
type Head = { title: string; line: string; status: string }

const connected = 'Connected'
const lost = 'Disconnected. Reconnecting…'

export function headOf(state: VisitorState, availability: Availability | undefined): Head {
  const { phase, connection, agent, agentTypes } = state
  const name = phase === 'active' && agent?.name
  const title = name || 'Chat with us'
  if (phase === 'intro') return { title, line: introLine(availability, new Date()), status: '' }
  if (phase === 'ended') return { title, line: 'Chat ended', status: 'Chat ended' }
  if (connection === 'connecting' || (phase === 'joining' && connection === 'connected')) {
    return { title, line: 'Connecting…', status: 'Connecting…' }
  }
  if (connection !== 'connected') return { title, line: lost, status: lost }
  if (!name) return { title, line: connected, status: connected }
  const presence = agent?.isPresent ? 'online' : 'away'
  const typing = agentTypes && `${name} is typing`
  return { title, line: typing || `${brand.name} · ${presence}`, status: connected }
}

function introLine(availability: Availability | undefined, now: Date): string {
  const minutes = availability?.usualReplyMinutes
  if (availability?.available || isOpen(now)) {
    if (minutes) return `Usually replies in ${counted(minutes, 'minute')}`
    return availability?.available ? 'We are online' : spokenHours(now)
  }
  return spokenReturn(now)
}

/**
 * Whether an agent is connected, by the socket, and the usual reply time, requested once per
 * opening; undefined while unknown.
 *
 * @param wanted true while the visitor has not been answered yet.
 */
export function useAvailability(
  isAgentThere: boolean | undefined,
  wanted: boolean,
): Availability | undefined {
  const [data, setData] = useState<Output<typeof chat.availability>>()
  useEffect(() => {
    if (!wanted) return
    const request = new AbortController()
    call(browser, chat.availability, {}, request).then(setData, () => {})
    return () => request.abort()
  }, [wanted])
  const available = isAgentThere ?? data?.agentConnected
  if (available === undefined) return undefined
  const seconds = data?.medianReplySeconds ?? null
  const minutes = seconds === null ? null : Math.max(1, Math.round(seconds / 60))
  return { available, usualReplyMinutes: minutes }
}
