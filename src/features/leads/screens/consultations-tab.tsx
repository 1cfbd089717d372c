import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Time } from '#web/ui/time.tsx'
import { consultations } from '../consultation-form/contract.ts'
import { choiceOf, consultationTexts, type Lead, projectFactsOf } from '../lead.ts'
import { Arrivals } from './arrivals.tsx'
import { InquiryStatusBadge } from './inquiry-status-badge.tsx'
import {
  badgeColumn,
  companyColumn,
  dateColumn,
  emailColumn,
  LeadCard,
  LeadSkeleton,
  nameColumn,
  textColumn,
} from './lead-cells.tsx'
import './leads.css'
import { useHeldArrivals } from './use-arrivals.ts'
import { useFirstLeads } from './use-leads.ts'

const max = 10

const linkTo = (id: string) => ({ to: `/admin/consultations?open=${id}` })

/** The widths have no effect, since the table fits its content. */
const columns = [
  nameColumn('Name', 0, linkTo),
  companyColumn(0),
  emailColumn(0),
  textColumn('projectType', 'Project Type', 0, (lead) => choiceOf(lead, 'projectType')),
  textColumn('budget', 'Budget', 0, (lead) => choiceOf(lead, 'budget')),
  badgeColumn(0),
  dateColumn(0),
]

const card = (lead: Lead) => (
  <LeadCard
    lead={lead}
    linkTo={linkTo}
    aside={<InquiryStatusBadge status={lead.status} />}
    facts={projectFactsOf(lead)}
  >
    <Time value={lead.createdAt} className="small text-ink-2" />
  </LeadCard>
)

/** The newest requests. Their details open on the page that lists all of them. */
export function ConsultationsTab() {
  const { data, ...newest } = useFirstLeads(consultations.list, 2 * max)
  const { shown: rows, held } = useHeldArrivals(data, 'Consultation')
  return (
    <section className="panel panel-cut" aria-labelledby="consultations-heading">
      <div className="panel-heading flex items-center gap-3">
        <h2 id="consultations-heading">Consultations</h2>
        <ButtonLink className="ml-auto" to="/admin/consultations">
          View All Consultations
        </ButtonLink>
      </div>
      <Arrivals held={held} list="Consultation" />
      <Loaded
        query={{ ...newest, data: rows?.slice(0, max) }}
        className="m-5"
        message={consultationTexts.failed}
        skeleton={<LeadSkeleton rows={max} />}
      >
        {(leads) =>
          leads.length > 0 ? (
            <DataList
              caption="The newest consultation requests"
              columns={columns}
              card={card}
              rows={leads}
            />
          ) : (
            <EmptyState {...consultationTexts.empty} />
          )
        }
      </Loaded>
    </section>
  )
}
