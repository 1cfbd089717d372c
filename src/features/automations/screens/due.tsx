import { momentWords } from '#features/inbox/screens/due-words.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { AutomationItem } from '../register/contract.ts'

const everyMs = 60_000

/** When the next success is due. */
export function Due({ dueAt }: Pick<AutomationItem, 'dueAt'>) {
  const now = useNow(everyMs)
  if (!dueAt) return '—'
  const at = new Date(dueAt)
  return (
    <time dateTime={dueAt} title={at.toLocaleString()}>
      {momentWords(at, now)}
    </time>
  )
}
