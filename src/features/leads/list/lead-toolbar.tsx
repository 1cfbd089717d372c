import { RefreshCw } from 'lucide-react'
import { inquiryStatuses } from '../../../contract/vocabulary.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
import { statusLabels } from './status-select.tsx'
import type { LeadFilterState } from './use-lead-filter.ts'

/** Screen readers announce changes of the count. */
export function LeadToolbar({
  filter,
  count,
  subject,
  isEmpty,
  refreshing,
  onRefresh,
}: {
  filter: LeadFilterState
  /** Number of matches in words; empty while loading. */
  count: string
  /** Plural noun. */
  subject: string
  /** No matches: the empty state has the button to clear the filter instead. */
  isEmpty: boolean
  refreshing: boolean
  onRefresh: () => void
}) {
  return (
    <search className="lead-toolbar" aria-label={`Filter ${subject}`}>
      <Field label={`Search ${subject}`} hideLabel className="lead-search">
        <TextInput
          type="search"
          value={filter.text}
          placeholder="Search name, email or company…"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => filter.setText(event.currentTarget.value)}
        />
      </Field>
      <Field label="Filter by status" hideLabel className="lead-status">
        <Select
          value={filter.status}
          onChange={(event) => filter.setStatus(event.currentTarget.value)}
        >
          <option value="all">All statuses</option>
          {inquiryStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
        </Select>
      </Field>
      <p role="status" className="text-ink-2 tabular-nums">
        {count}
      </p>
      {filter.isActive && !isEmpty && (
        <Button variant="quiet" onClick={filter.clear}>
          Clear filters
        </Button>
      )}
      <Button icon={RefreshCw} className="ml-auto" busy={refreshing} onClick={onRefresh}>
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
    </search>
  )
}
