import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { type InquiryStatus, inquiryStatuses } from '#contract/vocabulary.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { ExportSelected, StatusMenu } from '#web/editing/selection-acts.tsx'
import { useStatusChanges } from '#web/editing/use-status-changes.ts'
import { type Selection, SelectionBar } from '#web/ui/selection.tsx'
import { inquiries } from '../contract.ts'
import { refreshLeads } from './use-leads.ts'

export function LeadSelection(props: {
  selection: Selection
  nouns: { one: string; many: string }
}) {
  const { selection, nouns } = props
  const client = useQueryClient()
  const mayExport = useMay('admin')
  const change = useStatusChanges<InquiryStatus>({
    nouns,
    send: (changes) => call(browser, inquiries.changeStatuses, { changes }),
    refresh: () => refreshLeads(client),
  })
  return (
    <SelectionBar selection={selection} subject={nouns.many}>
      <StatusMenu selection={selection} change={change} statuses={inquiryStatuses} />
      {mayExport && <ExportSelected selection={selection} endpoint={inquiries.exportChosen} />}
    </SelectionBar>
  )
}
