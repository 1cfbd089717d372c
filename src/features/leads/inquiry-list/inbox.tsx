import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { useTables } from '../../../web/ui/use-media.ts'
import { LeadDialogs, useConverting } from '../conversion/lead-dialogs.tsx'
import { LeadSkeleton, NothingFound } from '../list/lead-states.tsx'
import { LeadToolbar } from '../list/lead-toolbar.tsx'
import { useFoundLeads, useLeadFilter } from '../list/use-lead-filter.ts'
import { useInquiries } from '../list/use-lead-lists.ts'
import { useOpenLead } from '../list/use-open-lead.ts'
import { InquiryList } from './inquiry-list.tsx'
import { InquiryTable } from './inquiry-table.tsx'

const kindOf = () => 'Inquiry' as const

/** Inquiries outside quarantine; filters the full list in the browser. */
export function Inbox() {
  const { data, isPending, isError, isFetching, refetch } = useInquiries()
  const filter = useLeadFilter()
  const found = useFoundLeads(data, filter)
  const opened = useOpenLead()
  const conversion = useConverting()
  const Rows = useTables() ? InquiryTable : InquiryList
  const count = `${found.length.toLocaleString()} ${found.length === 1 ? 'inquiry' : 'inquiries'}`

  return (
    <>
      <LeadToolbar
        filter={filter}
        subject="inquiries"
        count={data ? count : ''}
        isEmpty={found.length === 0}
        refreshing={isFetching && !isPending}
        onRefresh={() => void refetch()}
      />
      {isPending && <LeadSkeleton />}
      {isError && !data && (
        <ErrorState
          className="m-5"
          message="Unable to load inquiries at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <EmptyState title="No inquiries yet">
          Messages from the contact form and consultation requests appear here.
        </EmptyState>
      )}
      {data && data.length > 0 && found.length === 0 && (
        <NothingFound filter={filter} subject="inquiries" />
      )}
      {found.length > 0 && (
        <Rows leads={found} filter={filter} opened={opened} onConvert={conversion.convert} />
      )}
      <LeadDialogs leads={data ?? []} kindOf={kindOf} opened={opened} conversion={conversion} />
    </>
  )
}
