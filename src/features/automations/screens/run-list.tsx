import { useMemo } from 'react'
import { usePages } from '#web/api/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { automationRuns, type RunItem } from '../pings/contract.ts'
import { durationWords } from './automation-words.ts'
import { RunOutcome } from './run-outcome.tsx'

const LazyRun = lazyComponent(async () => (await import('./run-dialog.tsx')).RunDialog)

/** When the run ended, began, or should have come. */
const momentOf = ({ finishedAt, startedAt, dueAt, outcome }: RunItem): string | null =>
  outcome === 'missed' || outcome === 'unobserved'
    ? (dueAt ?? finishedAt)
    : (finishedAt ?? startedAt ?? dueAt)

/** For example '12 items, 1 decision, 0 errors'. */
function countWords({ items, humanDecisions, errors }: RunItem): string {
  return [
    items !== null && counted(items, 'item'),
    humanDecisions !== null && counted(humanDecisions, 'decision'),
    errors !== null && counted(errors, 'error'),
  ]
    .filter(Boolean)
    .join(', ')
}

type Show = (run: RunItem, opener: HTMLElement) => void

const columnsOf = (show: Show): Column<RunItem>[] => [
  {
    key: 'when',
    label: 'When',
    cell: (run) => (
      <RowHeader className="whitespace-nowrap">
        <RunButton run={run} show={show} />
      </RowHeader>
    ),
  },
  {
    key: 'outcome',
    label: 'Outcome',
    cell: (run) => (
      <Cell>
        <RunOutcome run={run} />
      </Cell>
    ),
  },
  {
    key: 'took',
    label: 'Took',
    numeric: true,
    cell: ({ durationMs }) => (
      <Cell numeric className="whitespace-nowrap">
        {durationMs === null ? '—' : durationWords(durationMs)}
      </Cell>
    ),
  },
  { key: 'counts', label: 'Counts', cell: (run) => <Cell>{countWords(run) || '—'}</Cell> },
]

function RunButton({ run, show }: { run: RunItem; show: Show }) {
  const at = momentOf(run)
  return (
    <Button
      variant="quiet"
      className="-mx-3"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => show(run, currentTarget)}
    >
      {at ? <Time value={at} format="datetime" /> : 'Run'}
    </Button>
  )
}

const shownRuns = 10

export function RunList({ automationId }: { automationId: string }) {
  const runs = usePages(automationRuns.list, { id: automationId, limit: shownRuns })
  const opened = useDialog<RunItem>()
  const { show } = opened
  const columns = useMemo(() => columnsOf(show), [show])
  return (
    <section className="panel panel-cut" aria-labelledby="runs-heading">
      <h2 id="runs-heading" className="panel-heading">
        Runs
      </h2>
      <Loaded
        query={{ ...runs, data: runs.data?.items }}
        className="m-4"
        message="Failed to fetch the runs"
        skeleton={<SkeletonList rows={4} />}
      >
        {(items) =>
          items.length > 0 ? (
            <DataList
              caption="Runs"
              columns={columns}
              card={(run) => (
                <div className="grid min-w-0 gap-1">
                  <div className="flex flex-wrap items-center gap-x-3">
                    <RunButton run={run} show={show} />
                    <RunOutcome run={run} />
                  </div>
                  <p className="small text-ink-2">
                    {[
                      run.durationMs !== null && `took ${durationWords(run.durationMs)}`,
                      countWords(run),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
              )}
              rows={items}
              total={runs.data?.total}
              busy={runs.isPlaceholderData}
              paging={runs.paging}
              heading="#runs-heading"
            />
          ) : (
            <p className="p-5 text-ink-2">No runs yet. The first ping makes one.</p>
          )
        }
      </Loaded>
      {opened.subject && (
        <LazyRun
          key={opened.opening}
          automationId={automationId}
          run={opened.subject}
          {...opened.state}
        />
      )}
    </section>
  )
}
