import { useEffect, useState } from 'react'
import { call, type Output } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { chat } from '../protocol/contract.ts'
import type { Availability } from './head-words.ts'

/**
 * Whether an agent is connected, by the socket, and the usual reply time, requested once per
 * opening; undefined while unknown.
 *
 * @param wanted true while the visitor has not been answered yet.
 */
export function useAvailability(
  isAgentThere: boolean | undefined,
  wanted: boolean,
): Availability | undefined {
  const [data, setData] = useState<Output<typeof chat.availability>>()
  useEffect(() => {
    if (!wanted) return
    const asking = new AbortController()
    call(browser, chat.availability, {}, asking).then(setData, () => {})
    return () => asking.abort()
  }, [wanted])
  const available = isAgentThere ?? data?.agentConnected
  if (available === undefined) return undefined
  const seconds = data?.medianReplySeconds ?? null
  const minutes = seconds === null ? null : Math.max(1, Math.round(seconds / 60))
  return { available, usualReplyMinutes: minutes }
}
