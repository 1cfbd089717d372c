import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { kindOf } from '#features/leads/lead.ts'
import { useNewestLeads } from '#features/leads/screens/use-arrivals.ts'
import { useFirm } from '#web/firm.ts'
import { chime } from '../thread/chime.ts'
import { secondsBetween } from '../thread/elapsed.ts'
import { setTitleBadge } from '../thread/title-badge.ts'
import { useAgentConsole, useAttention } from './agent-console.tsx'
import { setIconBadges } from './icon-badges.ts'
import { notify } from './notifications.ts'
import { alertChoices } from './use-alert-choices.ts'

const minIntervalMs = 3_000
const againEveryMs = 30_000
const longWaitSeconds = 60

let rangAt = 0
/** Undefined until the lock has been requested. */
let isLeadingTab: boolean | undefined

export function ConsoleAlerts() {
  const agent = useAgentConsole()
  const { data: leads, waiting } = useNewestLeads()
  const attention = useAttention() + waiting.length
  const heard = useRef<string>(undefined)
  const { name } = useFirm()
  const location = useLocation()
  const navigate = useNavigate()

  // Every page sets its own title, which drops the badge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address.
  useEffect(() => setTitleBadge(attention), [attention, location])
  useEffect(() => setIconBadges(attention), [attention])
  useEffect(
    () => () => {
      setTitleBadge(0)
      setIconBadges(0)
    },
    [],
  )

  useEffect(() => {
    requestLead()
    agent.onAlert = (alert) => {
      ring()
      if (!alertChoices.get().notifications || !document.hidden || !isLeadingTab) return
      notify(name, alert, navigate)
    }
    const timer = setInterval(() => {
      const waitsLong = agent.chat.state.sessions.some(
        ({ status, startedAt }) =>
          status === 'waiting' && secondsBetween(startedAt, Date.now()) >= longWaitSeconds,
      )
      if (waitsLong) ring()
    }, againEveryMs)
    return () => {
      agent.onAlert = undefined
      clearInterval(timer)
    }
  }, [agent, navigate, name])

  useEffect(() => {
    if (!leads) return
    for (const lead of leads) {
      if (heard.current === undefined || lead.createdAt <= heard.current) break
      agent.onAlert?.({ kind: kindOf(lead), id: lead.id, name: lead.name })
    }
    heard.current = leads[0]?.createdAt ?? ''
  }, [agent, leads])

  return null
}

function ring(): void {
  const { sound, volume } = alertChoices.get()
  if (!sound || !isLeadingTab || Date.now() - rangAt < minIntervalMs) return
  rangAt = Date.now()
  chime(volume)
}

/** Only one tab of a browser alerts: the holder of a lock. Without locks (plain http) all do. */
function requestLead(): void {
  if (isLeadingTab !== undefined) return
  const lead = () => {
    isLeadingTab = true
    return new Promise(() => {})
  }
  isLeadingTab = !('locks' in navigator)
  if (!isLeadingTab) void navigator.locks.request('chat-alerts', lead).catch(lead)
}
