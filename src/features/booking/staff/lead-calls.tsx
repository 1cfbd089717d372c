import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Output } from '#contract/endpoint.ts'
import type { Lead } from '#features/leads/lead.ts'
import { query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import { BookCall } from './book-call.tsx'
import { shortStart, startWords } from './call-words.ts'

type Coming = Output<typeof agenda.ofRequests>

/** The next call of each request. */
const byRequest = ({ calls }: Coming) =>
  new Map(calls.toReversed().map((call) => [call.inquiryId, call]))

/** 'Call Tue 10:00 AM' for a request with an upcoming call. */
export function LeadCallBadge({ leadId }: { leadId: string }) {
  const { data } = useQuery({ ...query(agenda.ofRequests), select: byRequest })
  const now = useNow()
  const call = data?.get(leadId)
  if (!call || Date.parse(call.end) <= now) return null
  return (
    <Badge title={startWords(call.start)}>
      Call <time dateTime={call.start}>{shortStart(call.start, now)}</time>
    </Badge>
  )
}

const stateWords = {
  pending: 'to be confirmed',
  booked: '',
  cancelled: 'cancelled',
  happened: 'happened',
  no_show: 'nobody came',
} as const

const stateOf = ({ state, outcome }: Call) => stateWords[outcome ?? state]

/** All calls of a request. */
export function LeadCallList({ lead }: { lead: Lead }) {
  const { id, name, email, company, consultationData, quarantined } = lead
  const { data, isError, isFetching, refetch } = useQuery(
    query(agenda.list, { inquiryId: id, limit: 100 }),
  )
  if (isError && !data) {
    return (
      <ErrorState message="Failed to fetch the calls" onRetry={refetch} retrying={isFetching} />
    )
  }
  if (!data || (data.items.length === 0 && (quarantined || data.hosts.length === 0))) return null
  const phone = String(consultationData?.phone ?? '')
  return (
    <section>
      <h3 className="lead-heading">Calls</h3>
      <ul className="grid gap-1">
        {data.items.map((call) => (
          <li key={call.id}>
            <Link className="link" to={`/admin/agenda/${call.id}`}>
              <time dateTime={call.start}>{startWords(call.start)}</time>
            </Link>
            <span className="text-ink-2">
              , with <bdi>{call.host.name}</bdi>
              {stateOf(call) && `, ${stateOf(call)}`}
            </span>
          </li>
        ))}
      </ul>
      {!quarantined && (
        <div className="mt-2">
          <BookCall person={{ inquiryId: id, clientId: null, name, email, company, phone }} />
        </div>
      )}
    </section>
  )
}
