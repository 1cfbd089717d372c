import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { serviceTitle } from '#contract/service-options.ts'
import { ChecklistCard, useChecklist } from '#features/content/checklist/checklist-card.tsx'
import { spanWords } from '#features/inbox/screens/due-words.ts'
import { dateTime } from '#features/inbox/screens/item-labels.tsx'
import { kindOf, type Lead } from '#features/leads/lead.ts'
import { Arrivals } from '#features/leads/screens/arrivals.tsx'
import { InquiryStatusBadge } from '#features/leads/screens/inquiry-status-badge.tsx'
import { useHeldArrivals, useNewestLeads } from '#features/leads/screens/use-arrivals.ts'
import { query } from '#web/api/query.ts'
import { CountStrip } from '#web/ui/count-strip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList, SkeletonRows } from '#web/ui/loading.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { SetUpMail } from '../attention/set-up-mail.tsx'
import { Charts } from '../charts/charts.tsx'
import { dashboard, type Overview } from '../overview/contract.ts'

const recentCount = 5

type Card = {
  label: string
  tab: string
  read: (overview: Overview) => [count: number, meaning: string]
}

const cards: Card[] = [
  {
    label: 'Total Clients',
    tab: 'clients',
    read: ({ clients }) => [clients.total, `${clients.addedThisWeek} added this week`],
  },
  {
    label: 'Total Services',
    tab: 'services',
    read: ({ services: { total, active } }) => [
      total,
      total === active ? 'all active' : `${active} active`,
    ],
  },
  {
    label: 'Contact Inquiries',
    tab: 'inquiries',
    read: ({ inquiries }) => [
      inquiries.total,
      `${inquiries.waiting.toLocaleString()} waiting for a reply`,
    ],
  },
  {
    label: 'Consultations',
    tab: 'consultations',
    read: ({ consultations: { total, waiting } }) => [
      total,
      `${waiting.toLocaleString()} waiting for a reply`,
    ],
  },
  {
    label: 'Case Studies',
    tab: 'case-studies',
    read: ({ caseStudies }) => [caseStudies.total, `${caseStudies.featured} featured`],
  },
]

export function OverviewTab() {
  const checklist = useChecklist()
  // The rest of the page waits for the checklist, which would otherwise push it down.
  if (checklist.isLoading) {
    return (
      <div className="panel">
        <SkeletonList rows={recentCount} />
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      {checklist.isShown && <ChecklistCard {...checklist} />}
      <Counts />
      <div className="grid gap-5 xl:grid-cols-2">
        <RecentActivity />
        <NeedsReply />
      </div>
      <Charts />
      <SetUpMail />
    </div>
  )
}

/** Loads its code after the page. */
function NeedsReply() {
  const [Block, setBlock] = useState<ComponentType>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (failed) return
    import('../needs-reply/waiting-block.tsx').then(
      ({ WaitingBlock }) => setBlock(() => WaitingBlock),
      () => setFailed(true),
    )
  }, [failed])
  return (
    <section className="panel" aria-labelledby="needs-reply">
      <h2 id="needs-reply" className="panel-heading">
        <Link to="/admin/inbox">Needs reply</Link>
      </h2>
      <div className="grid min-h-80 grid-cols-1">
        {Block && <Block />}
        {!Block && !failed && <SkeletonList rows={recentCount} />}
        {failed && (
          <ErrorState message="Failed to fetch the inbox" onRetry={() => setFailed(false)} />
        )}
      </div>
    </section>
  )
}

function Counts() {
  const { data, isError, isFetching, refetch } = useQuery(query(dashboard.overview))
  const counts = cards.map(({ label, tab, read }) => {
    const [count, meaning] = data ? read(data) : []
    return { label, to: `/admin?tab=${tab}`, count, meaning }
  })
  return (
    <CountStrip
      counts={counts}
      isMissing={isError && !data}
      failure={
        <ErrorState
          className="border-t!"
          message="Unable to load the counts at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      }
    />
  )
}

function RecentActivity() {
  const { data, ...state } = useNewestLeads()
  const { shown, held } = useHeldArrivals(data)
  const leads = shown?.slice(0, recentCount)
  return (
    <section className="panel" aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="panel-heading">
        Recent Activity
      </h2>
      <Arrivals held={held} atEnd />
      {/* The height of five rows keeps the content below from moving when the rows arrive. */}
      <div className="grid min-h-80 grid-cols-1">
        <Loaded
          query={{ ...state, data: leads, isError: !state.isPending && !leads }}
          message="Unable to load inquiries at this time."
          skeleton={
            <SkeletonRows rows={recentCount} className="activity-row" bars={['w-2/3', 'w-4/5']} />
          }
        >
          {(list) =>
            list.length === 0 ? (
              <EmptyState title="No recent activity" headingLevel={3}>
                What visitors send from the site appears here.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-rule">
                {list.map((lead) => (
                  <li key={lead.id}>
                    <Activity lead={lead} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  )
}

function Activity({ lead }: { lead: Lead }) {
  const now = useNow()
  const { name, company, service, message, createdAt, status } = lead
  const list = kindOf(lead) === 'Consultation' ? '/admin/consultations?' : '/admin?tab=inquiries&'
  return (
    <Link to={`${list}open=${lead.id}`} className="activity-row focus-inset">
      <span className="truncate">
        <bdi className="font-semibold">{name}</bdi>{' '}
        <bdi className="text-ink-2">
          {[company, serviceTitle(service)].filter(Boolean).join(' · ')}
        </bdi>
      </span>
      <span className="flex items-center gap-3">
        <time dateTime={createdAt} title={dateTime(createdAt)} className="small text-ink-2">
          {spanWords(now - Date.parse(createdAt))} ago
        </time>
        <InquiryStatusBadge status={status} />
      </span>
      <span dir="auto" className="activity-words">
        {message}
      </span>
    </Link>
  )
}
