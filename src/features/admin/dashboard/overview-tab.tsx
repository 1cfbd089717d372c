import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { query } from '../../../web/api/query.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton, SkeletonList } from '../../../web/ui/loading.tsx'
import { Time } from '../../../web/ui/time.tsx'
import { inquiries } from '../../leads/contact/contract.ts'
import { InquiryStatusBadge } from '../../leads/contact/inquiry-status-badge.tsx'
import { useLeads } from '../../leads/list/use-leads.ts'
import { Charts } from '../charts/charts.tsx'
import { SelfCheckLine } from '../self-check/self-check-line.tsx'
import { dashboard, type Overview } from './contract.ts'

const recentCount = 5

type Card = {
  label: string
  to: string
  read: (overview: Overview) => { count: number; meaning: string }
}

const cards: Card[] = [
  {
    label: 'Total Clients',
    to: '/admin?tab=clients',
    read: ({ clients }) => ({
      count: clients.total,
      meaning: `${clients.addedThisWeek} added this week`,
    }),
  },
  {
    label: 'Total Services',
    to: '/admin?tab=services',
    read: ({ services: { total, active } }) => ({
      count: total,
      meaning: total === active ? 'all active' : `${active} active`,
    }),
  },
  {
    label: 'Contact Inquiries',
    to: '/admin?tab=inquiries',
    read: ({ inquiries: { total, waiting } }) => ({
      count: total,
      meaning: `${waiting} waiting for a reply`,
    }),
  },
  {
    label: 'Consultations',
    to: '/admin?tab=consultations',
    read: ({ consultations: { total, waiting } }) => ({
      count: total,
      meaning: `${waiting} waiting for a reply`,
    }),
  },
  {
    label: 'Case Studies',
    to: '/admin?tab=case-studies',
    read: ({ caseStudies: { total, featured } }) => ({
      count: total,
      meaning: `${featured} featured`,
    }),
  },
]

export function OverviewTab() {
  return (
    <div className="grid gap-5">
      <Counts />
      <RecentActivity />
      <Charts />
      <SelfCheckLine />
      <NoMailNote />
    </div>
  )
}

function Counts() {
  const { data, isError, isFetching, refetch } = useQuery(query(dashboard.overview))
  if (isError) {
    return (
      <section className="panel">
        <ErrorState
          message="Unable to load the counts at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      </section>
    )
  }
  return (
    <ul className="panel count-strip">
      {cards.map(({ label, to, read }) => {
        const shown = data && read(data)
        return (
          <li key={label} className="count-card">
            <p className="small text-ink-2">
              <Link to={to}>{label}</Link>
            </p>
            <p className="count-figure">
              {shown ? shown.count.toLocaleString() : <Skeleton className="h-lh w-12" />}
            </p>
            <p className="small text-ink-2">{shown?.meaning ?? '\u00a0'}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** Shown without a mail server, because new leads are then visible only here. */
function NoMailNote() {
  const { data } = useQuery(query(dashboard.overview))
  if (data?.leadsAreMailed !== false) return null
  return (
    <p className="panel px-5 py-3 small">
      New inquiries and consultation requests are not mailed: no mail server is set up.
    </p>
  )
}

function RecentActivity() {
  const { leads, isPending, isFetching, refetch } = useLeads(inquiries.list, {}, recentCount)
  let content: ReactNode
  if (isPending) content = <SkeletonList rows={recentCount} />
  else if (!leads) {
    content = (
      <ErrorState
        message="Unable to load inquiries at this time."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  } else if (leads.length === 0) {
    content = (
      <EmptyState title="No recent activity" headingLevel={3}>
        What visitors send from the site appears here.
      </EmptyState>
    )
  } else {
    content = (
      <ul className="divide-y divide-rule">
        {leads.map((inquiry) => (
          <li key={inquiry.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <span dir="auto" className="min-w-0 font-semibold">
              {inquiry.name}
            </span>
            <span dir="auto" className="min-w-0 text-ink-2">
              {[inquiry.company, inquiry.service].filter(Boolean).join(' · ')}
            </span>
            <span className="ml-auto flex items-center gap-3">
              <Time value={inquiry.createdAt} className="small text-ink-2" />
              <InquiryStatusBadge status={inquiry.status} />
            </span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <section className="panel" aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="panel-heading">
        Recent Activity
      </h2>
      {/* Five rows high, so that the content below does not move when the rows arrive. */}
      <div className="min-h-60">{content}</div>
    </section>
  )
}
