import { useEffect, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import type { Firm } from '#contract/settings/shown-site.ts'
import { formatHours, formatReturn } from '#features/content/business-hours/office-hours.ts'
import { browser } from '#web/api/browser.ts'
import { counted } from '#web/ui/words.ts'
import type { VisitorState } from '../client/visitor-chat.ts'
import { chat } from '../protocol/contract.ts'

type Availability = { available: boolean; isAway: boolean; minutes: number | null }

/** `status` is meant for screen readers. */
type Head = { title: string; line: string; status: string }

const connected = 'Connected'
const lost = 'Disconnected. Reconnecting…'

export function headOf(
  firm: Firm,
  state: VisitorState,
  availability: Availability | undefined,
): Head {
  const { phase, connection, agent, agentTypes } = state
  const name = phase === 'active' && agent?.name
  const title = name || 'Chat with us'
  if (phase === 'intro')
    return { title, line: introLine(firm, availability, new Date()), status: '' }
  if (phase === 'ended') return { title, line: 'Chat ended', status: 'Chat ended' }
  if (connection === 'connecting' || (phase === 'joining' && connection === 'connected')) {
    return { title, line: 'Connecting…', status: 'Connecting…' }
  }
  if (connection !== 'connected') return { title, line: lost, status: lost }
  if (!name) return { title, line: connected, status: connected }
  const presence = agent?.isPresent ? 'online' : 'away'
  const typing = agentTypes && `${name} is typing`
  return { title, line: typing || `${agent?.title || firm.name} · ${presence}`, status: connected }
}

function introLine({ hours }: Firm, availability: Availability | undefined, now: Date): string {
  if (availability?.isAway) return formatReturn(hours, now)
  const minutes = availability?.minutes
  if (minutes) return `Usually replies in ${counted(minutes, 'minute')}`
  return availability?.available ? 'We are online' : formatHours(hours, now)
}

/** Undefined while unknown. The usual reply time is fetched once per opening. */
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
  const seconds = data?.medianReplySeconds
  const minutes = seconds ? Math.round(seconds / 60) || 1 : null
  return { available, isAway: !available && data?.status === 'away', minutes }
}
