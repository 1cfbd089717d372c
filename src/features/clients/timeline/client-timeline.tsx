import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import { type TimelineEntry, timeline } from './contract.ts'
import './timeline.css'
import { titleOf } from './timeline-words.ts'

export function ClientTimeline({ clientId }: { clientId: string }) {
  const { data, hasNextPage, ...loading } = useInfiniteQuery({
    queryKey: [...keyOf(timeline.show, { id: clientId }), 'pages'],
    queryFn({ pageParam: before, signal }) {
      const input = { id: clientId, ...(before && { before }) }
      return call(browser, timeline.show, input, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <section className="panel" aria-labelledby="timeline-heading">
      <h2 id="timeline-heading" className="panel-heading">
        Timeline
      </h2>
      <Loaded
        query={{ ...loading, data: data?.pages.flatMap(({ entries }) => entries) }}
        className="m-4"
        message="Failed to fetch the timeline"
        skeleton={
          <div role="status" aria-label="Loading the timeline" className="grid gap-5 p-5">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        }
      >
        {(entries) => (
          <ol className="timeline">
            {entries.map((entry) => (
              <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ol>
        )}
      </Loaded>
      {hasNextPage && (
        <div className="px-5 pb-5">
          <Button busy={loading.isFetchingNextPage} onClick={() => loading.fetchNextPage()}>
            Show Earlier
          </Button>
        </div>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, at, text, author, projectId, automationId, receipt } = entry
  const to = automationId
    ? `/admin/automations/${automationId}`
    : kind === 'call'
      ? `/admin/agenda/${entry.id}`
      : projectId && `?tab=projects&project=${projectId}`
  const title = titleOf(entry)
  // The title of a set-up or incident already contains it.
  const shownText = kind === 'google' || kind === 'incident' ? '' : text
  return (
    <li className="timeline-entry" data-kind={kind}>
      <p dir="auto" className="min-w-0 font-medium whitespace-pre-wrap">
        {to ? (
          <Link className="row-link" to={to}>
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      {shownText && (
        <p dir="auto" className="timeline-text">
          {kind === 'audit' ? `Changed: ${shownText}` : shownText}
        </p>
      )}
      <p dir="auto" className="small text-ink-2">
        {author && `${author}, `}
        <Time value={at} format="datetime" />
        {receipt !== null && `, receipt ${receipt.toLocaleString()}`}
      </p>
    </li>
  )
}
