import { brand } from '../../../brand.ts'
import { isOpen, spokenHours, spokenReturn } from '../../content/business-hours/office-hours.ts'
import type { VisitorState } from '../client/chat-client.ts'

export type Availability = { available: boolean; usualReplyMinutes: number | null }

/** Text of the panel's head; `status` is for screen readers. */
export type Head = { title: string; line: string; status: string }

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
    if (minutes) return `Usually replies in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`
    return availability?.available ? 'We are online' : spokenHours(now)
  }
  return spokenReturn(now)
}
