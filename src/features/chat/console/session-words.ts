import type { Input } from '#contract/endpoint.ts'
import type { chat } from '../protocol/contract.ts'
import type { ChatSession } from '../protocol/protocol.ts'
import { elapsed, elapsedInWords } from '../thread/elapsed.ts'

export type ClosedView = NonNullable<Input<typeof chat.list>['view']>
export type Tab = 'active' | ClosedView

export function isRunning({ status }: Pick<ChatSession, 'status'>): boolean {
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

/**
 * Sorts open chats, the agent's own first. `newest` sorts by start; `longest-waiting` puts waiting
 * chats first, by start, and then the others by latest message.
 */
export function inOrder(
  sessions: readonly ChatSession[],
  order: Order = 'newest',
  ownId?: string,
): ChatSession[] {
  const latest = (session: ChatSession) => session.lastMessageAt ?? session.startedAt
  const isOwn = ({ agentId }: ChatSession) => agentId !== null && agentId === ownId
  return sessions.filter(isRunning).sort((a, b) => {
    if (isOwn(a) !== isOwn(b)) return isOwn(a) ? -1 : 1
    if (order === 'newest') return b.startedAt.localeCompare(a.startedAt)
    if (a.status !== b.status) return a.status === 'waiting' ? -1 : 1
    return a.status === 'waiting'
      ? a.startedAt.localeCompare(b.startedAt)
      : latest(b).localeCompare(latest(a))
  })
}

export const filters = ['all', 'mine', 'waiting'] as const
export type Filter = (typeof filters)[number]

export function filtered(
  sessions: readonly ChatSession[],
  filter: Filter,
  ownId: string,
): ChatSession[] {
  return sessions.filter(({ status, agentId }) => {
    if (filter === 'mine') return agentId === ownId
    return filter === 'all' || status === 'waiting'
  })
}

/**
 * The time since the start as 'm:ss'. For a closed chat it ends with the last message, not when it
 * was closed.
 */
export function elapsedOf({ status, startedAt, lastMessageAt }: ChatSession, now: number): string {
  return elapsed(startedAt, isRunning({ status }) ? now : Date.parse(lastMessageAt ?? startedAt))
}

/** For example 'Ben Ilves, Tarn & Co., waiting 1 minute 12 seconds, 2 unread'. */
export function cardName(session: ChatSession, unread: number, now: number): string {
  const { status, startedAt } = session
  const state = status === 'waiting' ? `waiting ${elapsedInWords(startedAt, now)}` : status
  const parts = [visitorName(session), companyName(session), state]
  return [...parts, ...(unread > 0 ? [`${unread.toLocaleString()} unread`] : [])].join(', ')
}
