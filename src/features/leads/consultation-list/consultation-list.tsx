import { Time } from '../../../web/ui/time.tsx'
import { VirtualList } from '../../../web/ui/virtual-list.tsx'
import { LeadLink } from '../list/lead-cells.tsx'
import { answerOf } from '../list/lead-filter.ts'
import { StatusSelect } from '../list/status-select.tsx'
import { ConsultationActions } from './consultation-actions.tsx'
import type { ConsultationRows } from './consultation-table.tsx'

const itemHeight = 150

/** Layout for narrow screens. */
export function ConsultationList({ leads, opened, onConvert }: ConsultationRows) {
  return (
    <VirtualList
      label="Consultation requests"
      rows={leads}
      keyOf={({ id }) => id}
      height={itemHeight}
    >
      {(lead) => (
        <div className="lead-card">
          <div className="flex items-start gap-3">
            <LeadLink lead={lead} linkTo={opened.linkTo} />
            <Time value={lead.createdAt} className="small ml-auto flex-none text-ink-2" />
          </div>
          <a className="lead-email" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
          <p className="small text-ink-2">
            {[lead.company, answerOf(lead, 'projectType'), answerOf(lead, 'budget')]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className="mt-2 flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <StatusSelect lead={lead} kind="Consultation" />
            </div>
            <ConsultationActions lead={lead} linkTo={opened.linkTo} onConvert={onConvert} />
          </div>
        </div>
      )}
    </VirtualList>
  )
}
