import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { chat } from '../chat/contract.ts'
import type { Availability } from './head-words.ts'

/**
 * Whether an agent is there, as the socket says, and how fast they usually answer, asked once for
 * each opening; undefined while unknown.
 *
 * @param wanted while somebody has not been answered yet.
 */
export function useAvailability(
  isAgentThere: boolean | undefined,
  wanted: boolean,
): Availability | undefined {
  const { data } = useQuery({ ...query(chat.availability), enabled: wanted, staleTime: 0 })
  const available = isAgentThere ?? data?.agentConnected
  if (available === undefined) return undefined
  const seconds = data?.medianReplySeconds ?? null
  const minutes = seconds === null ? null : Math.max(1, Math.round(seconds / 60))
  return { available, usualReplyMinutes: minutes }
}
