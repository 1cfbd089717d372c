import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { call } from '../../../contract/endpoint.ts'
import { reasonOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { query } from '../../../web/api/query.ts'
import { readAgain } from '../../../web/api/read-again.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Skeleton } from '../../../web/ui/loading.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { headline, meanings, momentWords, stepNames } from './check-words.ts'
import { type SelfCheck, selfCheck } from './contract.ts'

const looks = {
  verified: { icon: CircleCheck, tone: 'text-primary' },
  failed: { icon: TriangleAlert, tone: 'text-danger-text' },
  overdue: { icon: TriangleAlert, tone: 'text-danger-text' },
  pending: { icon: CircleDashed, tone: 'text-ink-2' },
} as const

export function SelfCheckLine() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(selfCheck.show),
    ...readAgain,
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
        {mayCheck && <CheckNow disabled={!data} />}
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
  const { icon, tone } = looks[state]
  const now = new Date()
  return (
    <>
      <p role="status" className={`flex items-start gap-2 font-semibold ${tone}`}>
        <Icon icon={icon} className="mt-0.5 flex-none" />
        <span>{headline(check, now)}</span>
      </p>
      <p className="small text-ink-2">{meanings[state]}</p>
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

function CheckNow({ disabled }: { disabled: boolean }) {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => call(browser, selfCheck.run, {}),
    onSuccess: (found) => client.setQueryData(query(selfCheck.show).queryKey, found),
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'Failed to run the self-check'),
        variant: 'destructive',
      }),
  })
  return (
    <Button busy={check.isPending} disabled={disabled} onClick={() => check.mutate()}>
      {check.isPending ? 'Checking…' : 'Check now'}
    </Button>
  )
}
