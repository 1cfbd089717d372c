import { useNow } from '#web/ui/use-now.ts'
import type { Call } from '../agenda/contract.ts'
import { shortStart, startWords } from './call-words.ts'

/** How the event of a call was last changed in Google Calendar, where it was put back. */
export function GoogleChangeWords({ call: { googleDiffers } }: { call: Call }) {
  const now = useNow()
  if (!googleDiffers) return null
  const { start } = googleDiffers
  if (!start) return <p>Deleted in Google Calendar, and put back. Cancel or move it here.</p>
  return (
    <p>
      Moved in Google Calendar to{' '}
      <time dateTime={start} title={startWords(start)}>
        {shortStart(start, now)}
      </time>
      , and put back. Move it here.
    </p>
  )
}
