import { Link } from 'react-router'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '../../../web/ui/table.tsx'
import { Time } from '../../../web/ui/time.tsx'
import { useTables } from '../../../web/ui/use-media.ts'
import { InquiryStatusBadge } from '../contact/inquiry-status-badge.tsx'
import { DateCell, TextCell } from '../list/lead-cells.tsx'
import { answerOf, type Lead, statusOf } from '../list/lead-filter.ts'
import { LeadSkeleton } from '../list/lead-states.tsx'
import '../list/leads.css'
import { useConsultations } from '../list/use-lead-lists.ts'

const shown = 10
const headings = ['Name', 'Email', 'Company', 'Project Type', 'Budget', 'Date', 'Status']

/** The newest requests; their details open on the page with all of them. */
export function ConsultationsTab() {
  const { data, isPending, isError, isFetching, refetch } = useConsultations()
  const Rows = useTables() ? ShortTable : ShortList
  return (
    <section className="panel panel-cut" aria-labelledby="consultations-heading">
      <div className="panel-heading flex items-center gap-3">
        <h2 id="consultations-heading">Consultations</h2>
        <ButtonLink className="ml-auto" to="/admin/consultations">
          View All Consultations
        </ButtonLink>
      </div>
      {isPending && <LeadSkeleton rows={shown} />}
      {isError && !data && (
        <ErrorState
          className="m-5"
          message="Failed to fetch consultations"
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <EmptyState title="No consultation requests found">
          What visitors ask for with Request Free Consultation appears here.
        </EmptyState>
      )}
      {data && data.length > 0 && <Rows leads={data.slice(0, shown)} />}
    </section>
  )
}

function NameLink({ lead }: { lead: Lead }) {
  return (
    <Link
      to={`/admin/consultations?open=${lead.id}`}
      dir="auto"
      className="lead-name"
      title={lead.name}
    >
      {lead.name}
    </Link>
  )
}

function ShortTable({ leads }: { leads: Lead[] }) {
  return (
    <Table caption="The newest consultation requests" stickyFirst>
      <thead>
        <tr>
          {headings.map((heading) => (
            <ColumnHeader key={heading}>{heading}</ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <tr key={lead.id}>
            <RowHeader className="max-w-56">
              <NameLink lead={lead} />
            </RowHeader>
            <Cell>
              <a className="lead-email" href={`mailto:${lead.email}`}>
                {lead.email}
              </a>
            </Cell>
            <TextCell text={lead.company} />
            <TextCell text={answerOf(lead, 'projectType')} />
            <TextCell text={answerOf(lead, 'budget')} />
            <DateCell lead={lead} />
            <Cell>
              <InquiryStatusBadge status={statusOf(lead)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function ShortList({ leads }: { leads: Lead[] }) {
  return (
    <ul aria-label="The newest consultation requests" className="divide-y divide-rule">
      {leads.map((lead) => (
        <li key={lead.id} className="lead-card">
          <div className="flex items-start gap-3">
            <NameLink lead={lead} />
            <span className="ml-auto flex-none">
              <InquiryStatusBadge status={statusOf(lead)} />
            </span>
          </div>
          <a className="lead-email" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
          <p className="small text-ink-2">
            {[lead.company, answerOf(lead, 'projectType'), answerOf(lead, 'budget')]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Time value={lead.createdAt} className="small text-ink-2" />
        </li>
      ))}
    </ul>
  )
}
