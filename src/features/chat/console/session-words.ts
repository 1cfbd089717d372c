import type { ChatSession } from '../protocol/protocol.ts'
import { elapsedInWords } from '../thread/elapsed.ts'

export type Tab = 'active' | 'ended'

export function tabOf({ status }: ChatSession): Tab {
  return status === 'active' || status === 'waiting' ? 'active' : 'ended'
}

export function visitorName({ visitorName, visitorInfo }: ChatSession): string {
  return visitorName || visitorInfo.name || 'Anonymous'
}

export function companyName({ visitorInfo }: ChatSession): string {
  return visitorInfo.company || 'Unknown Company'
}

export function lastMessageLine(session: ChatSession, ownId: string): string {
  const { lastMessage } = session
  if (!lastMessage) return 'No messages yet'
  if (lastMessage.senderType === 'visitor') return `Visitor: ${lastMessage.content}`
  if (lastMessage.senderId === ownId) return `You: ${lastMessage.content}`
  const colleague = lastMessage.senderId === session.agentId && session.agentName
  return `${colleague || 'Colleague'}: ${lastMessage.content}`
}

/** The first is the default. */
export const orders = ['newest', 'longest-waiting'] as const
export type Order = (typeof orders)[number]

/** Active: by start, or longest waiting first, then latest message. Ended: latest first. */
export function inOrder(
  sessions: readonly ChatSession[],
  tab: Tab,
  order: Order = 'newest',
): ChatSession[] {
  const latest = (session: ChatSession) => session.lastMessageAt ?? session.startedAt
  const ended = (session: ChatSession) => session.endedAt ?? latest(session)
  const chosen = sessions.filter((session) => tabOf(session) === tab)
  if (tab === 'ended') return chosen.sort((a, b) => ended(b).localeCompare(ended(a)))
  if (order === 'newest') return chosen.sort((a, b) => b.startedAt.localeCompare(a.startedAt))
  return chosen.sort((a, b) => {
    if (a.status !== b.status) return a.status === 'waiting' ? -1 : 1
    return a.status === 'waiting'
      ? a.startedAt.localeCompare(b.startedAt)
      : latest(b).localeCompare(latest(a))
  })
}

/** For example 'Ben Ilves, Tarn & Co., waiting 1 minute 12 seconds, 2 unread'. */
export function cardName(session: ChatSession, unread: number, now: number): string {
  const { status, startedAt } = session
  const state = status === 'waiting' ? `waiting ${elapsedInWords(startedAt, now)}` : status
  const parts = [visitorName(session), companyName(session), state]
  return [...parts, ...(unread > 0 ? [`${unread} unread`] : [])].join(', ')
}
