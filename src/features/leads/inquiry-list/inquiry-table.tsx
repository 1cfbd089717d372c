import { Cell } from '../../../web/ui/table.tsx'
import { type Column, VirtualTable } from '../../../web/ui/virtual-table.tsx'
import { InquiryStatusBadge } from '../contact/inquiry-status-badge.tsx'
import { DateCell, mailTo, NameCell, TextCell } from '../list/lead-cells.tsx'
import { type Lead, statusOf } from '../list/lead-filter.ts'
import type { LeadFilterState } from '../list/use-lead-filter.ts'
import type { useOpenLead } from '../list/use-open-lead.ts'
import { ConvertButton } from './convert-button.tsx'

export type InquiryRows = {
  leads: readonly Lead[]
  filter: LeadFilterState
  opened: ReturnType<typeof useOpenLead>
  onConvert: (lead: Lead) => void
}

const rowHeight = 52

export function InquiryTable({ leads, filter, opened, onConvert }: InquiryRows) {
  const columns: Column<Lead>[] = [
    {
      key: 'name',
      label: 'Name',
      width: 150,
      sortable: true,
      cell: (lead) => <NameCell lead={lead} linkTo={opened.linkTo} />,
    },
    {
      key: 'status',
      label: 'Status',
      width: 100,
      sortable: true,
      cell: (lead) => (
        <Cell>
          <InquiryStatusBadge status={statusOf(lead)} />
        </Cell>
      ),
    },
    {
      key: 'email',
      label: 'Email',
      width: 190,
      sortable: true,
      cell: (lead) => (
        <Cell>
          <a className="lead-email block truncate" {...mailTo(lead)}>
            {lead.email}
          </a>
        </Cell>
      ),
    },
    {
      key: 'company',
      label: 'Company',
      width: 140,
      sortable: true,
      cell: ({ company }) => <TextCell text={company} />,
    },
    {
      key: 'service',
      label: 'Service',
      width: 136,
      sortable: true,
      cell: ({ service }) => <TextCell text={service} />,
    },
    {
      key: 'message',
      label: 'Message',
      width: 180,
      cell: ({ message }) => (
        <Cell title={message}>
          <span dir="auto" className="line-clamp-2 break-words">
            {message}
          </span>
        </Cell>
      ),
    },
    {
      key: 'date',
      label: 'Date',
      width: 104,
      sortable: true,
      cell: (lead) => <DateCell lead={lead} />,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: 164,
      cell: (lead) => (
        <Cell>
          <ConvertButton lead={lead} onConvert={onConvert} />
        </Cell>
      ),
    },
  ]
  return (
    <VirtualTable
      caption="Messages received"
      columns={columns}
      rows={leads}
      keyOf={({ id }) => id}
      rowHeight={rowHeight}
      order={filter.order}
      onOrder={filter.sortBy}
    />
  )
}
