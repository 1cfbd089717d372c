import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { Time } from '../../web/ui/time.tsx'
import { inquiries } from '../inquiries/contract.ts'
import { InquiryStatusBadge } from '../inquiries/inquiry-status-badge.tsx'

/** What the same address has asked before, newest first. */
export function EarlierInquiries({ email }: { email: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(query(inquiries.list))
  if (isPending) return <Skeleton className="h-12" />
  if (isError) {
    return (
      <ErrorState
        message="Unable to load inquiries at this time."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  const wanted = email.trim().toLowerCase()
  const found = data.filter((inquiry) => inquiry.email.toLowerCase() === wanted)
  if (!wanted || found.length === 0) return <p className="text-ink-2">None with this address.</p>
  return (
    <ul className="grid gap-3">
      {found.map((inquiry) => (
        <li key={inquiry.id}>
          <p className="flex flex-wrap items-center gap-2">
            <Time value={inquiry.createdAt} className="small text-ink-2" />
            <InquiryStatusBadge status={inquiry.status} />
          </p>
          <p className="mt-0.5 line-clamp-3 break-words">{inquiry.message}</p>
        </li>
      ))}
    </ul>
  )
}
