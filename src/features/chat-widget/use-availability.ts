import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { chat } from '../chat/contract.ts'
import type { Availability } from './head-words.ts'

const againEveryMs = 10_000

/** Whether an agent is there, asked again while somebody waits for it; undefined while unknown. */
export function useAvailability(wanted: boolean): Availability | undefined {
  const { data } = useQuery({
    ...query(chat.availability),
    enabled: wanted,
    staleTime: 0,
    refetchInterval: againEveryMs,
  })
  if (!data) return undefined
  const { agentConnected, medianReplySeconds } = data
  const minutes =
    medianReplySeconds === null ? null : Math.max(1, Math.round(medianReplySeconds / 60))
  return { available: agentConnected, usualReplyMinutes: minutes }
}
