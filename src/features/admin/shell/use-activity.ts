import { useEffect } from 'react'
import { useAgentConsole } from '#features/chat/alerts/agent-console.tsx'

/** In milliseconds. */
const spacing = 60_000

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Reports user input in this tab to the server, at most once a minute. The server regards agents
 * without input as idle.
 */
export function useActivity(): void {
  const { chat } = useAgentConsole()
  useEffect(() => {
    let reportedAt = Number.NEGATIVE_INFINITY
    function report() {
      if (performance.now() - reportedAt < spacing || !chat.state.isJoined) return
      reportedAt = performance.now()
      chat.reportActivity()
    }
    // Opening the page counts as input.
    report()
    for (const input of inputs) addEventListener(input, report, { passive: true })
    return () => {
      for (const input of inputs) removeEventListener(input, report)
    }
  }, [chat])
}
