import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { query } from '../../../web/api/query.ts'
import { readAgain } from '../../../web/api/read-again.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Skeleton } from '../../../web/ui/loading.tsx'
import { showFailure } from '../../../web/ui/outcome.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { headline, meaningOf, momentWords, stepNames } from './check-words.ts'
import { type SelfCheck, selfCheck } from './contract.ts'

const variants = {
  verified: { icon: CircleCheck, tone: 'text-primary' },
  failed: { icon: TriangleAlert, tone: 'text-danger-text' },
  overdue: { icon: TriangleAlert, tone: 'text-danger-text' },
  pending: { icon: CircleDashed, tone: 'text-ink-2' },
} as const

const pollMs = 2_000

export function SelfCheckLine() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(selfCheck.show),
    ...readAgain,
    refetchInterval: ({ state: { data } }) => (data?.runningSince ? pollMs : false),
  })
  const mayCheck = useMay('owner')
  if (isError && !data) {
    return (
      <ErrorState
        message="Unable to load the self-check at this time."
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  return (
    <section className="panel" aria-label="Self-check">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <div className="min-w-0 flex-1 basis-64">
          {data ? <Result check={data} /> : <Loading />}
        </div>
        {mayCheck && <CheckNow disabled={!data} running={Boolean(data?.runningSince)} />}
      </div>
    </section>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <div className="h-lh py-0.5">
        <Skeleton className="h-full w-56 max-w-full" />
      </div>
      <div className="small h-lh py-0.5">
        <Skeleton className="h-full w-80 max-w-full" />
      </div>
    </div>
  )
}

function Result({ check }: { check: SelfCheck }) {
  const { state, failures } = check
  const { icon, tone } = variants[state]
  const now = new Date()
  return (
    <>
      <p role="status" className={`flex items-start gap-2 font-semibold ${tone}`}>
        <Icon icon={icon} className="mt-0.5 flex-none" />
        <span>{headline(check, now)}</span>
      </p>
      <p className="small text-ink-2">{meaningOf(check)}</p>
      {failures.length > 0 && (
        <ul className="mt-1">
          {failures.map(({ step, reason, since }) => (
            <li key={step} className="small wrap-anywhere">
              <strong>{stepNames[step]}:</strong> {reason}, since {momentWords(since, now)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function CheckNow({ disabled, running }: { disabled: boolean; running: boolean }) {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => call(browser, selfCheck.run, {}),
    onSuccess: (found) => client.setQueryData(query(selfCheck.show).queryKey, found),
    onError: (error) => showFailure(error, 'Failed to run the self-check'),
  })
  const isBusy = check.isPending || running
  return (
    <Button busy={isBusy} disabled={disabled} onClick={() => check.mutate()}>
      {isBusy ? 'Checking…' : 'Check now'}
    </Button>
  )
}
