import { type InquiryStatus, inquiryStatuses } from '#contract/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { capital } from '#web/ui/words.ts'

/** Highlights new inquiries, which await a reply; an unknown status counts as new. */
export function InquiryStatusBadge({ status }: { status: InquiryStatus }) {
  const shown = inquiryStatuses.includes(status) ? status : 'new'
  return <Badge variant={shown === 'new' ? 'canary' : 'secondary'}>{capital(shown)}</Badge>
}
