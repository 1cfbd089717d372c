import { useEffect, useRef, useSyncExternalStore } from 'react'
import { browserStorage } from '#web/storage.ts'
import type { VisitorState } from '../client/visitor-chat.ts'
import { chime } from '../thread/chime.ts'
import { setTitleBadge } from '../thread/title-badge.ts'
import { unreadMessages } from './use-chat-opening.ts'

const volume = 0.5

const seenKey = 'chat-seen'

/** The highest `seq` read in this browser; 0 for none. */
function readSeen(sessionId: string): number {
  const [session, seq] = (browserStorage.read(seenKey) ?? '').split(' ')
  return session === sessionId ? Number(seq) || 0 : 0
}

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/**
 * Shows counts on the bubble, and in the title while the tab is hidden. Chimes if `sound` is set.
 */
export function useUnread(state: VisitorState, open: boolean, sound: boolean): void {
  const { messages, sessionId, isCatchingUp } = state
  const visible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const looking = open && visible
  const lastSounded = useRef(Number.POSITIVE_INFINITY)
  const lastSeq = messages.at(-1)?.seq ?? 0

  useEffect(() => {
    if (!sessionId) return unreadMessages.set(0)
    if (looking && lastSeq > 0) browserStorage.write(seenKey, `${sessionId} ${lastSeq}`)
    const seen = looking ? lastSeq : readSeen(sessionId)
    const unread = messages.filter(
      ({ senderType, seq }) => senderType !== 'visitor' && seq > seen,
    ).length
    unreadMessages.set(unread)
    setTitleBadge(visible ? 0 : unread)
  }, [messages, sessionId, lastSeq, looking, visible])

  useEffect(() => {
    const isNews = lastSeq > lastSounded.current && messages.at(-1)?.senderType === 'admin'
    lastSounded.current = isCatchingUp ? Number.POSITIVE_INFINITY : lastSeq
    if (isNews && sound && !looking) chime(volume)
  }, [lastSeq, isCatchingUp, messages, sound, looking])

  useEffect(() => () => setTitleBadge(0), [])
}
