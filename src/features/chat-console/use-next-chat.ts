import { useEffect, useRef } from 'react'
import type { ChatSession } from '../chat/protocol.ts'

/** Alt+J and Alt+K go to the next and to the previous chat of the list. */
export function useNextChat(
  sessions: readonly ChatSession[],
  selected: string | null,
  select: (id: string) => void,
): void {
  const latest = useRef({ sessions, selected, select })
  useEffect(() => {
    latest.current = { sessions, selected, select }
  })
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      // By place: with Alt held, many keyboards write another character.
      const step = { KeyJ: 1, KeyK: -1 }[event.code]
      if (!step || !event.altKey || event.ctrlKey || event.metaKey) return
      const { sessions, selected, select } = latest.current
      const at = sessions.findIndex(({ id }) => id === selected)
      const next = sessions[at === -1 ? 0 : at + step]
      if (!next) return
      event.preventDefault()
      select(next.id)
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [])
}
