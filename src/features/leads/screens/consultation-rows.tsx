import { useMay } from '#features/identity/sign-in/use-may.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmailLink } from '#web/ui/email-link.tsx'
import { Cell } from '#web/ui/table.tsx'
import { dayWords, Time } from '#web/ui/time.tsx'
import { consultations } from '../consultation-form/contract.ts'
import { choiceOf, consultationTexts, type Lead, projectFactsOf, servicesOf } from '../lead.ts'
import {
  column,
  companyColumn,
  dateColumn,
  hiddenWhenNarrow,
  LeadCard,
  nameColumn,
  TextCell,
  textColumn,
  Waiting,
  waitingColumn,
} from './lead-cells.tsx'
import type { LeadView, RowActions } from './lead-list.tsx'
import { StatusSelect } from './status-select.tsx'
import '#web/styles/records.css'

export const consultationView: LeadView = {
  kind: 'Consultation',
  list: consultations.list,
  subject: 'consultations',
  countOf: (count, all) =>
    `${count.toLocaleString()} consultation(s) found${all === undefined ? '' : ` of ${all.toLocaleString()}`}`,
  nouns: { one: 'consultation request', many: 'consultation requests' },
  ...consultationTexts,
  caption: 'Consultation requests',
  label: 'Consultation requests',
  isPage: true,
  columns: (actions) => [
    nameColumn('Contact', 156, actions.linkTo, (lead) => <EmailLink email={lead.email} cut />),
    hiddenWhenNarrow(5, companyColumn(92)),
    waitingColumn(82),
    hiddenWhenNarrow(
      4,
      textColumn('projectType', 'Project Type', 124, (lead) => choiceOf(lead, 'projectType')),
    ),
    hiddenWhenNarrow(
      2,
      column('services', 'Services', 134, (lead) => <ServicesCell lead={lead} />, false),
    ),
    hiddenWhenNarrow(
      3,
      textColumn('budget', 'Budget', 92, (lead) => choiceOf(lead, 'budget')),
    ),
    hiddenWhenNarrow(
      1,
      textColumn('timeline', 'Timeline', 96, (lead) => choiceOf(lead, 'timeline')),
    ),
    column('status', 'Status', 138, (lead) => (
      <Cell>
        <StatusSelect lead={lead} kind="Consultation" />
      </Cell>
    )),
    dateColumn(104),
    column(
      'actions',
      'Actions',
      136,
      (lead) => (
        <Cell>
          <Actions lead={lead} {...actions} />
        </Cell>
      ),
      false,
    ),
  ],
  card: (lead, actions) => (
    <LeadCard
      lead={lead}
      linkTo={actions.linkTo}
      aside={<Time value={lead.createdAt} className="small text-ink-2" />}
      facts={projectFactsOf(lead)}
    >
      <span className="small">
        <Waiting lead={lead} isWorded />
      </span>
      <div className="mt-2 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <StatusSelect lead={lead} kind="Consultation" />
        </div>
        <Actions lead={lead} {...actions} />
      </div>
    </LeadCard>
  ),
}

const servicesShown = 2

function ServicesCell({ lead }: { lead: Lead }) {
  const services = servicesOf(lead)
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

function Actions({ lead, linkTo, onConvert }: { lead: Lead } & RowActions) {
  const mayConvert = useMay('admin')
  return (
    <div className="row-actions">
      <ButtonLink
        variant="quiet"
        {...linkTo(lead.id)}
        aria-label={`View details: ${lead.name}, ${dayWords(lead.createdAt)}`}
      >
        View
      </ButtonLink>
      {lead.clientId && (
        <ButtonLink
          variant="quiet"
          to={`/admin/clients/${lead.clientId}`}
          aria-label={`View client of ${lead.name}`}
        >
          Client
        </ButtonLink>
      )}
      {mayConvert && !lead.clientId && lead.status !== 'converted' && (
        <Button
          variant="quiet"
          aria-label={`Convert to Client: ${lead.name}, ${dayWords(lead.createdAt)}`}
          onClick={() => onConvert(lead)}
        >
          Convert
        </Button>
      )}
    </div>
  )
}
