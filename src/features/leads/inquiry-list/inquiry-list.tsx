import { Time } from '../../../web/ui/time.tsx'
import { VirtualList } from '../../../web/ui/virtual-list.tsx'
import { InquiryStatusBadge } from '../contact/inquiry-status-badge.tsx'
import { LeadLink } from '../list/lead-cells.tsx'
import { statusOf } from '../list/lead-filter.ts'
import { ConvertButton } from './convert-button.tsx'
import type { InquiryRows } from './inquiry-table.tsx'

const itemHeight = 148

/** Layout for narrow screens. */
export function InquiryList({ leads, opened, onConvert }: InquiryRows) {
  return (
    <VirtualList label="Inquiries" rows={leads} keyOf={({ id }) => id} height={itemHeight}>
      {(lead) => (
        <div className="lead-card">
          <div className="flex items-start gap-3">
            <LeadLink lead={lead} linkTo={opened.linkTo} />
            <span className="ml-auto flex-none">
              <InquiryStatusBadge status={statusOf(lead)} />
            </span>
          </div>
          <a className="lead-email" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
          <p className="small text-ink-2">
            {[lead.company, lead.service].filter(Boolean).join(' · ')}
          </p>
          <p dir="auto" className="line-clamp-2">
            {lead.message}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-3">
            <Time value={lead.createdAt} className="small mr-auto text-ink-2" />
            <ConvertButton lead={lead} onConvert={onConvert} />
          </div>
        </div>
      )}
    </VirtualList>
  )
}
