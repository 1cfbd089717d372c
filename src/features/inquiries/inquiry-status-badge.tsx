import type { InquiryStatus } from '../../contract/vocabulary.ts'
import { Badge } from '../../web/ui/badge.tsx'

/** New ones stand out because somebody is waiting. */
export function InquiryStatusBadge({ status }: { status: InquiryStatus }) {
  return <Badge variant={status === 'new' ? 'canary' : 'secondary'}>{status}</Badge>
}
