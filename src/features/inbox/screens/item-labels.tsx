import { formatDue } from '#features/content/business-hours/due-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { InboxItem } from '../deadlines/contract.ts'
import { dueWords, isOpen, isOverdue, momentWords } from './due-words.ts'
import { evidenceWords, waiveWords } from './event-words.ts'

export const kindWords = {
  inquiry: 'Inquiry',
  consultation: 'Consultation',
  chat: 'Chat',
  mail: 'Email',
} as const satisfies Record<InboxItem['kind'], string>

/** Chat visitors may have left out their name. */
export const nameOf = ({ name, email }: Pick<InboxItem, 'name' | 'email'>): string =>
  name || email || 'A visitor'

export const dateTime = (at: string | Date): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The due time of an answer, or its outcome. Overdue is shown by color and in words. */
export function Due({ item, className }: { item: InboxItem; className?: string }) {
  const now = useNow()
  const { dueAt, metAt, waivedAt, evidence, how, waiveReason } = item
  const ended = metAt ?? waivedAt
  if (ended) {
    const words = metAt ? `Answered ${evidenceWords(evidence, how)}` : waiveWords(waiveReason)
    return (
      <time dateTime={ended} title={dateTime(ended)} className={classNames('inbox-due', className)}>
        {words}
      </time>
    )
  }
  return (
    <time
      dateTime={dueAt}
      title={`Answer due by ${formatDue(new Date(dueAt))}`}
      data-overdue={isOverdue(item, now) || undefined}
      className={classNames('inbox-due', className)}
    >
      {dueWords(dueAt, now)}
    </time>
  )
}

/** Replies that only wait for Undo are not shown as scheduled. */
const soonMs = 30_000

/** The states of an open deadline, in words. */
export function StateBadges({ item }: { item: InboxItem }) {
  const now = useNow()
  const { reopenReason, remindedAt, scheduledAt, snoozedUntil } = item
  if (!isOpen(item)) return null
  return (
    <>
      {reopenReason === 'bounced' && <Badge variant="destructive">Bounced</Badge>}
      {reopenReason === 'cancelled' && <Badge variant="rose">Cancelled: ask again?</Badge>}
      {remindedAt && <Badge variant="rose">Reminded by the visitor</Badge>}
      {scheduledAt && Date.parse(scheduledAt) - now > soonMs && (
        <Badge variant="secondary">
          Reply scheduled{' '}
          <time dateTime={scheduledAt}>{momentWords(new Date(scheduledAt), now)}</time>
        </Badge>
      )}
      {snoozedUntil && Date.parse(snoozedUntil) > now && (
        <Badge variant="secondary">
          Snoozed until{' '}
          <time dateTime={snoozedUntil}>{momentWords(new Date(snoozedUntil), now)}</time>
        </Badge>
      )}
    </>
  )
}

export function WaitsForNetwork() {
  return (
    <p role="status" className="m-4">
      You’re offline. This loads once you’re back.
    </p>
  )
}
