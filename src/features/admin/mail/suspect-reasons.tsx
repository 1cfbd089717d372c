import { Badge } from '#web/ui/badge.tsx'
import { reasonOf } from './mail-words.ts'

export function SuspectReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Why it looks like spam">
      {reasons.map((reason) => (
        <li key={reason}>
          <Badge variant="destructive" className="whitespace-normal">
            {reasonOf(reason)}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
