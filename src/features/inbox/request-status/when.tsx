import { createContext, useContext } from 'react'
import { formatDue } from '#features/content/business-hours/due-words.ts'
import { formatMoment } from '#features/content/business-hours/reply-time.ts'
import { useHydrated } from '#web/ui/browser-state.ts'

export type FirmTimes = {
  timeZone: string
  /**
   * Words in the firm's zone by ISO time. The server makes them, since browsers use other spaces.
   */
  words: Record<string, string>
}

export const FirmTimesContext = createContext<FirmTimes>({ timeZone: '', words: {} })

/** A time in the visitor's zone and in the firm's; without script only in the firm's. */
export function When({ at, isDue = false }: { at: string; isDue?: boolean }) {
  const { timeZone, words } = useContext(FirmTimesContext)
  const isElsewhere = useHydrated() && Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  if (!isElsewhere) return <time dateTime={at}>{words[at]}</time>
  return (
    <time dateTime={at}>
      {(isDue ? formatDue : formatMoment)(new Date(at))} your time{' '}
      <span className="request-aside">({words[at]})</span>
    </time>
  )
}
