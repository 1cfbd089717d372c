import { type InquiryStatus, inquiryStatuses } from '../../../contract/vocabulary.ts'
import { Select } from '../../../web/ui/select.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { type Lead, statusOf } from './lead-filter.ts'
import { type LeadKind, useStatusChange } from './use-status-change.ts'

export const statusLabels: Record<InquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  converted: 'Converted',
  closed: 'Closed',
}

/**
 * Applies a choice at once, with a spinner until it is stored. Inside a Field (`labelled`), the
 * field provides the label.
 */
export function StatusSelect({
  lead,
  kind,
  labelled = false,
}: {
  lead: Lead
  kind: LeadKind
  labelled?: boolean
}) {
  const { isPending, set } = useStatusChange(lead, kind)
  return (
    <div className="status-select">
      <Select
        aria-label={labelled ? undefined : `Status for ${lead.name}`}
        value={statusOf(lead)}
        onChange={(event) => set(event.currentTarget.value as InquiryStatus)}
      >
        {inquiryStatuses.map((value) => (
          <option key={value} value={value}>
            {statusLabels[value]}
          </option>
        ))}
      </Select>
      <span className="status-wait">
        {isPending && <Spinner label="Saving" size={16} immediate />}
      </span>
    </div>
  )
}
