import { brand } from '../../../brand.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { useTables } from '../../../web/ui/use-media.ts'
import { LeadDialogs, useConverting } from '../conversion/lead-dialogs.tsx'
import { LeadSkeleton, NothingFound } from '../list/lead-states.tsx'
import { LeadToolbar } from '../list/lead-toolbar.tsx'
import '../list/leads.css'
import { useFoundLeads, useLeadFilter } from '../list/use-lead-filter.ts'
import { useConsultations } from '../list/use-lead-lists.ts'
import { useOpenLead } from '../list/use-open-lead.ts'
import { ConsultationList } from './consultation-list.tsx'
import { ConsultationTable } from './consultation-table.tsx'

export function meta() {
  return [{ title: `Consultations · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

const kindOf = () => 'Consultation' as const

/** Filters the full list in the browser. */
export default function ConsultationsPage() {
  const { data, isPending, isError, isFetching, refetch } = useConsultations()
  const filter = useLeadFilter()
  const found = useFoundLeads(data, filter)
  const opened = useOpenLead()
  const conversion = useConverting()
  const Rows = useTables() ? ConsultationTable : ConsultationList

  return (
    <>
      <h1 className="h3 mb-6">Consultations</h1>
      <div className="panel mb-5">
        <LeadToolbar
          filter={filter}
          subject="consultations"
          count={data ? `${found.length.toLocaleString()} consultation(s) found` : ''}
          isEmpty={found.length === 0}
          refreshing={isFetching && !isPending}
          onRefresh={() => void refetch()}
        />
      </div>
      <div className="panel panel-cut">
        {isPending && <LeadSkeleton />}
        {isError && !data && (
          <ErrorState
            className="m-5"
            message="Failed to fetch consultations"
            onRetry={refetch}
            retrying={isFetching}
          />
        )}
        {data?.length === 0 && (
          <EmptyState title="No consultation requests found" headingLevel={2}>
            What visitors ask for with Request Free Consultation appears here.
          </EmptyState>
        )}
        {data && data.length > 0 && found.length === 0 && (
          <NothingFound filter={filter} subject="consultations" headingLevel={2} />
        )}
        {found.length > 0 && (
          <Rows leads={found} filter={filter} opened={opened} onConvert={conversion.convert} />
        )}
      </div>
      <LeadDialogs leads={data ?? []} kindOf={kindOf} opened={opened} conversion={conversion} />
    </>
  )
}
