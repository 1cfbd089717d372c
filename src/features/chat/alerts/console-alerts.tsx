import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chime } from '../thread/chime.ts'
import { secondsBetween } from '../thread/elapsed.ts'
import { setTitleBadge } from '../thread/title-badge.ts'
import type { AgentConsole, Alert } from './agent-console.ts'
import { setFaviconDot } from './favicon-dot.ts'
import { isLeadingTab } from './leading-tab.ts'
import { notify } from './notifications.ts'
import { useAgentConsole, useAttention } from './use-agent-console.ts'
import { alertChoices } from './use-alert-choices.ts'

const atMostEveryMs = 3_000
const againEveryMs = 30_000
const longWaitSeconds = 60

/** Alerts the agent by title, icon, sound and, if chosen, notification. Renders nothing. */
export function ConsoleAlerts() {
  const desk = useAgentConsole()
  const attention = useAttention()
  const location = useLocation()
  const navigate = useNavigate()
  const rangAt = useRef(0)

  // Every page sets its own title, which drops the badge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the title.
  useEffect(() => setTitleBadge(attention), [attention, location])

  useEffect(() => {
    void setFaviconDot(attention > 0)
    setAppBadge(attention)
  }, [attention])

  useEffect(
    () => () => {
      setTitleBadge(0)
      void setFaviconDot(false)
      setAppBadge(0)
    },
    [],
  )

  useEffect(() => {
    const ring = () => {
      const { sound, volume } = alertChoices.get()
      if (!sound || !isLeadingTab() || Date.now() - rangAt.current < atMostEveryMs) return
      rangAt.current = Date.now()
      chime(volume)
    }
    const answer = (call: Alert) => {
      ring()
      if (!alertChoices.get().notifications || !document.hidden || !isLeadingTab()) return
      notify(call, () => navigate(`/admin/chat?session=${call.sessionId}`))
    }
    const stop = desk.onCall(answer)
    const timer = setInterval(() => somebodyWaitsLong(desk) && ring(), againEveryMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [desk, navigate])

  return null
}

function somebodyWaitsLong({ chat }: AgentConsole): boolean {
  const now = Date.now()
  return chat.state.sessions.some(
    ({ status, startedAt }) =>
      status === 'waiting' && secondsBetween(startedAt, now) >= longWaitSeconds,
  )
}

/** Shows the number on the icon of the installed app as well. */
function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => {})
}
