import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { withSession } from '#web/api/session-renewal.ts'
import { fileAddress } from '#web/api/upload.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { Time } from '#web/ui/time.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { automationRuns, type PingItem, type RunItem } from '../pings/contract.ts'
import { durationWords } from './automation-words.ts'
import { CodeBox } from './code-box.tsx'
import { RunOutcome } from './run-outcome.tsx'
import '#web/styles/records.css'

const pingWords: Record<PingItem['kind'], string> = {
  success: 'Success',
  start: 'Start',
  fail: 'Failure',
  log: 'Log',
  repeat: 'Repeated',
}

export function RunDialog(props: DialogState & { automationId: string; run: RunItem }) {
  const { automationId, run, ...dialog } = props
  const found = useQuery(query(automationRuns.show, { id: automationId, runId: run.id }))
  return (
    <Dialog {...dialog} title="Run" size="md" initialFocus="heading">
      <div className="grid grid-cols-1 gap-5">
        <RunFacts run={found.data ?? run} />
        <Loaded
          query={found}
          message="Failed to fetch the pings"
          skeleton={<SkeletonList rows={2} />}
        >
          {({ pings }) => (
            <section aria-labelledby="pings-heading" className="grid gap-3">
              <h3 id="pings-heading" className="font-semibold">
                Pings
              </h3>
              {pings.length === 0 && <p className="text-ink-2">None is kept.</p>}
              {pings.map((ping) => (
                <PingEntry key={ping.n} automationId={automationId} ping={ping} />
              ))}
            </section>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function RunFacts({ run }: { run: RunItem }) {
  const { startedAt, finishedAt, dueAt, durationMs, lateMs, exitStatus, cost, currency } = run
  const counts: [label: string, value: number | null][] = [
    ['Items', run.items],
    ['Decisions by people', run.humanDecisions],
    ['Errors', run.errors],
    ['Exit status', exitStatus],
  ]
  return (
    <dl className="facts">
      <Fact label="Outcome">
        <RunOutcome run={run} />
      </Fact>
      {startedAt && (
        <Fact label="Started">
          <Time value={startedAt} format="datetime" />
        </Fact>
      )}
      {finishedAt && (
        <Fact label="Ended">
          <Time value={finishedAt} format="datetime" />
        </Fact>
      )}
      {dueAt && (
        <Fact label="Was due">
          <Time value={dueAt} format="datetime" />
        </Fact>
      )}
      {durationMs !== null && <Fact label="Took">{durationWords(durationMs)}</Fact>}
      {lateMs !== null && lateMs > 0 && <Fact label="Late by">{durationWords(lateMs)}</Fact>}
      {counts.map(
        ([label, value]) =>
          value !== null && (
            <Fact key={label} label={label}>
              {value.toLocaleString()}
            </Fact>
          ),
      )}
      {cost !== null && (
        <Fact label="Cost">
          {cost} {currency}
        </Fact>
      )}
      {run.model && <Fact label="Model">{run.model}</Fact>}
      {run.note && (
        <Fact label="Note" wide>
          {run.note}
        </Fact>
      )}
      {run.countsProblem && (
        <Fact label="Counts" wide>
          {run.countsProblem}
        </Fact>
      )}
    </dl>
  )
}

function PingEntry({ automationId, ping }: { automationId: string; ping: PingItem }) {
  const { n, kind, at, method, userAgent, bodyBytes } = ping
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p>
        {pingWords[kind]} · <Time value={at} format="datetime" />{' '}
        <span className="small text-ink-2">
          {method}
          {userAgent && `, ${userAgent}`}
        </span>
      </p>
      {bodyBytes !== null && bodyBytes > 0 && <PingBody automationId={automationId} n={n} />}
    </div>
  )
}

/** The body of a ping, shown as text whatever its type. */
function PingBody({ automationId, n }: { automationId: string; n: number }) {
  const body = useQuery({
    queryKey: ['automationRuns.body', automationId, n],
    queryFn: () => readText(automationId, n),
  })
  return (
    <Loaded query={body} message="Failed to fetch the body" skeleton={<SkeletonList rows={1} />}>
      {(text) => (
        <CodeBox label={`Body of ping ${n}`} wraps>
          {text}
        </CodeBox>
      )}
    </Loaded>
  )
}

function readText(id: string, n: number): Promise<string> {
  const url = fileAddress(automationRuns.body, { id, n: String(n) })
  return withSession(automationRuns.body, async () => {
    const given = await fetch(url)
    if (!given.ok) throw new ApiError(given.status, await given.text(), given.statusText)
    return given.text()
  })
}
