import { Badge } from '#web/ui/badge.tsx'

const words: Record<string, string> = {
  spam_flag: 'Marked as spam by your mail server',
  spam_status: 'Rated as spam by your mail server',
  dmarc_fail: 'The sender’s address is probably forged',
  sender_unverified: 'The address is a colleague’s, but nothing proves that they wrote it',
  sender_unclear: 'Names several senders, or no valid one',
  many_of_sender: 'More than 10 new conversations of this sender in an hour',
  many_of_all: 'More than 60 new conversations in an hour',
}

export function SuspectReasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Why it looks suspicious">
      {reasons.map((reason) => (
        <li key={reason}>
          <Badge variant="destructive" className="whitespace-normal">
            {words[reason] ?? reason.replaceAll('_', ' ')}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
