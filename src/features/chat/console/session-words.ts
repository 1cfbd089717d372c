import type { Input } from '#contract/endpoint.ts'
import type { chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'
import { elapsedInWords } from '../thread/elapsed.ts'

export type ClosedView = NonNullable<Input<typeof chat.list>['view']>
export type Tab = 'active' | ClosedView

export function isRunning({ status }: ChatSession): boolean {
  return status === 'active' || status === 'waiting'
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

/** The running ones by start, or longest waiting first, then latest message. */
export function inOrder(sessions: readonly ChatSession[], order: Order = 'newest'): ChatSession[] {
  const latest = (session: ChatSession) => session.lastMessageAt ?? session.startedAt
  const chosen = sessions.filter(isRunning)
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
