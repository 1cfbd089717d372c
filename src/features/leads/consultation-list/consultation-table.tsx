import { Cell } from '../../../web/ui/table.tsx'
import { type Column, VirtualTable } from '../../../web/ui/virtual-table.tsx'
import { DateCell, mailTo, NameCell, TextCell } from '../list/lead-cells.tsx'
import { answerOf, type Lead, servicesOf } from '../list/lead-filter.ts'
import { StatusSelect } from '../list/status-select.tsx'
import type { LeadFilterState } from '../list/use-lead-filter.ts'
import type { useOpenLead } from '../list/use-open-lead.ts'
import { ConsultationActions } from './consultation-actions.tsx'

export type ConsultationRows = {
  leads: readonly Lead[]
  filter: LeadFilterState
  opened: ReturnType<typeof useOpenLead>
  onConvert: (lead: Lead) => void
}

const rowHeight = 56
const servicesShown = 2

export function ConsultationTable({ leads, filter, opened, onConvert }: ConsultationRows) {
  const columns: Column<Lead>[] = [
    {
      key: 'name',
      label: 'Contact',
      width: 208,
      sortable: true,
      cell: (lead) => (
        <NameCell lead={lead} linkTo={opened.linkTo}>
          <a className="lead-email block truncate font-normal" {...mailTo(lead)}>
            {lead.email}
          </a>
        </NameCell>
      ),
    },
    {
      key: 'company',
      label: 'Company',
      width: 124,
      sortable: true,
      cell: ({ company }) => <TextCell text={company} />,
    },
    {
      key: 'projectType',
      label: 'Project Type',
      width: 140,
      sortable: true,
      cell: (lead) => <TextCell text={answerOf(lead, 'projectType')} />,
    },
    {
      key: 'services',
      label: 'Services',
      width: 170,
      cell: (lead) => <ServicesCell services={servicesOf(lead)} />,
    },
    {
      key: 'budget',
      label: 'Budget',
      width: 90,
      sortable: true,
      cell: (lead) => <TextCell text={answerOf(lead, 'budget')} />,
    },
    {
      key: 'timeline',
      label: 'Timeline',
      width: 100,
      sortable: true,
      cell: (lead) => <TextCell text={answerOf(lead, 'timeline')} />,
    },
    {
      key: 'status',
      label: 'Status',
      width: 148,
      sortable: true,
      cell: (lead) => (
        <Cell>
          <StatusSelect lead={lead} kind="Consultation" />
        </Cell>
      ),
    },
    {
      key: 'date',
      label: 'Date',
      width: 100,
      sortable: true,
      cell: (lead) => <DateCell lead={lead} />,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: 100,
      cell: (lead) => (
        <Cell>
          <ConsultationActions lead={lead} linkTo={opened.linkTo} onConvert={onConvert} />
        </Cell>
      ),
    },
  ]
  return (
    <VirtualTable
      caption="Consultation requests"
      columns={columns}
      rows={leads}
      keyOf={({ id }) => id}
      rowHeight={rowHeight}
      order={filter.order}
      onOrder={filter.sortBy}
    />
  )
}

function ServicesCell({ services }: { services: string[] }) {
  if (services.length === 0) return <TextCell text="" />
  const [last, ...others] = services.slice(0, servicesShown).reverse()
  const more = services.length - servicesShown
  return (
    <Cell title={services.join(', ')}>
      {others.map((service) => (
        <span key={service} className="block truncate">
          {service}
        </span>
      ))}
      <span className="service-pair">
        <span className="truncate">{last}</span>
        {more > 0 && <span className="flex-none text-ink-2">+{more} more</span>}
      </span>
    </Cell>
  )
}
