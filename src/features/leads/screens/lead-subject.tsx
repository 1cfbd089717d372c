import { useQuery } from '@tanstack/react-query'
import type { InboxItem } from '#features/inbox/deadlines/contract.ts'
import type { EntrySource } from '#features/inbox/screens/slots.ts'
import { query } from '#web/api/query.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonRows } from '#web/ui/loading.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { inquiries } from '../contract.ts'
import { CallList } from './lead-calls.tsx'
import { LeadFacts } from './lead-facts.tsx'
import './leads.css'

const LazyConvert = lazyComponent(async () => (await import('./convert-dialog.tsx')).ConvertDialog)

const kinds = { consultation: 'Consultation', inquiry: 'Inquiry' } as const

const leadOf = ({ subject: { id } }: InboxItem) => query(inquiries.show, { id })

/** A lead as the subject of an inbox item. */
export function LeadSubject({ item }: { item: InboxItem }) {
  const found = useQuery(leadOf(item))
  return (
    <Loaded
      query={found}
      message="Unable to load the request at this time."
      skeleton={
        <SkeletonRows rows={3} className="lead-skeleton" bars={['w-3/4', 'w-1/2', 'w-2/3']} />
      }
    >
      {(lead) => (
        <>
          <LeadFacts lead={lead} />
          <CallList lead={lead} />
        </>
      )}
    </Loaded>
  )
}

/** Details that the sender added on the request's status page. */
export const useLeadEntries: EntrySource = (item) => {
  const { subject } = item
  const {
    data = [],
    isLoading,
    isError,
    refetch,
  } = useQuery({
    ...query(inquiries.details, { id: subject.id }),
    enabled: subject.type === 'inquiry',
  })
  return {
    entries: data.map(({ text, createdAt }, index) => ({
      id: `detail ${index}`,
      by: 'visitor',
      at: createdAt,
      content: text,
    })),
    isLoading,
    isError,
    refetch,
  }
}

/** Converts the lead of an inbox item to a client. */
export function ConvertSubject({ item, ...state }: DialogState & { item: InboxItem }) {
  const { data: lead } = useQuery(leadOf(item))
  const kind = item.kind === 'consultation' ? kinds.consultation : kinds.inquiry
  return lead && <LazyConvert {...state} lead={lead} kind={kind} />
}
