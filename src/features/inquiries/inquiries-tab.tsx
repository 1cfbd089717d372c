import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { query } from '../../web/api/query.ts'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { SkeletonRows } from '../../web/ui/skeleton.tsx'
import { Time } from '../../web/ui/time.tsx'
import { type Inquiry, inquiries, serviceOptions } from './contract.ts'
import { InquiryStatusBadge } from './inquiry-status-badge.tsx'

export function InquiriesTab() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(query(inquiries.list))
  return (
    <section className="panel" aria-labelledby="inquiries-heading">
      <div className="panel-heading flex items-center gap-3">
        <h2 id="inquiries-heading">Inquiries</h2>
        <span role="status" className="small font-text font-normal tracking-normal text-ink-2">
          {data && `${data.length.toLocaleString()} ${data.length === 1 ? 'inquiry' : 'inquiries'}`}
        </span>
        <Button className="ml-auto" busy={isFetching && !isPending} onClick={() => refetch()}>
          <Icon icon={RefreshCw} size={18} />
          Refresh
        </Button>
      </div>
      {isPending && <SkeletonRows rows={6} columns={3} />}
      {isError && (
        <ErrorState
          message="Unable to load inquiries at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <EmptyState title="No inquiries yet" headingLevel={3}>
          Messages from the contact form and consultation requests appear here.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-rule">
          {data.map((inquiry) => (
            <InquiryRow key={inquiry.id} inquiry={inquiry} />
          ))}
        </ul>
      )}
    </section>
  )
}

function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  const service = serviceOptions.find(({ value }) => value === inquiry.service)
  return (
    <li className="inquiry-row">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words">{inquiry.name}</span>
          <InquiryStatusBadge status={inquiry.status} />
        </p>
        <p className="break-all">
          <a className="link" href={`mailto:${inquiry.email}`}>
            {inquiry.email}
          </a>
        </p>
        {inquiry.company && <p className="break-words text-ink-2">{inquiry.company}</p>}
      </div>
      <div className="min-w-0">
        {inquiry.service && (
          <p className="small text-ink-2 break-words" title={service?.label}>
            {inquiry.service}
          </p>
        )}
        <p className="measure whitespace-pre-line break-words">{inquiry.message}</p>
      </div>
      <Time
        value={inquiry.createdAt}
        format="datetime"
        className="small text-ink-2 md:text-right"
      />
    </li>
  )
}
