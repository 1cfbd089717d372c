import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle, Minus } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { call, type Input, type Output } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { readAgain } from '#web/api/read-again.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useStore } from '#web/store.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { preference } from '#web/ui/preference.ts'
import { checklist } from './contract.ts'
import { stepWords } from './step-words.ts'
import './checklist.css'

type Steps = Output<typeof checklist.show>['steps']

const folding = preference('checklist', ['open', 'folded'])

/** "Make it yours": from the demonstration to a site of one's own; ends for good. */
export function ChecklistCard() {
  const mayChange = useMay('admin')
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(checklist.show),
    ...readAgain,
    enabled: mayChange,
  })
  const isFolded = useStore(folding) === 'folded'
  // The end is shown until the page is left, although the server has stored it.
  const hasEnded = useRef(false)
  if (!mayChange) return null
  if (isError && !data) {
    return (
      <section className="panel">
        <ErrorState
          message="Unable to load the checklist at this time."
          onRetry={refetch}
          retrying={isFetching}
        />
      </section>
    )
  }
  if (!data) return null
  const open = data.steps.filter(({ done, skipped }) => !done && !skipped)
  if (open.length === 0 && !data.ended) hasEnded.current = true
  if (hasEnded.current) {
    return (
      <section className="panel px-5 py-4" aria-label="Make it yours">
        <p className="font-semibold" role="status">
          This site is yours.
        </p>
      </section>
    )
  }
  if (data.ended) return null
  const total = data.steps.length
  return (
    <section className="panel" aria-labelledby="checklist">
      <div className="panel-heading flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="checklist">Make it yours</h2>
        <span role="status" className="small font-text font-normal tracking-normal text-ink-2">
          {total - open.length} of {total} steps
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            variant="quiet"
            aria-expanded={!isFolded}
            aria-controls="checklist-steps"
            onClick={() => folding.set(isFolded ? 'open' : 'folded')}
          >
            {isFolded ? 'Show Steps' : 'Hide Steps'}
          </Button>
          <ButtonLink variant="primary" to="/admin/site/start">
            Quick Start
          </ButtonLink>
        </span>
      </div>
      {!isFolded && <StepList steps={data.steps} />}
    </section>
  )
}

function StepList({ steps }: { steps: Steps }) {
  const client = useQueryClient()
  const changing = useMutation({
    mutationFn: (input: Input<typeof checklist.change>) => call(browser, checklist.change, input),
    onSuccess: (answer) => client.setQueryData(query(checklist.show).queryKey, answer),
    onError: (error) => showFailure(error, 'Failed to change the checklist'),
  })
  return (
    <ul id="checklist-steps" className="divide-y divide-rule">
      {steps.map(({ step, done, skipped }) => {
        const { title, hint, link } = stepWords[step]
        const word = done ? 'Done' : skipped ? 'Doesn’t apply' : 'Open'
        return (
          <li key={step} className="checklist-step" data-state={word}>
            <Icon icon={done ? Check : skipped ? Minus : Circle} size={18} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {title}
                <span className="sr-only">: {word}</span>
              </p>
              {!done && !skipped && <p className="text-ink-2">{hint}</p>}
              {skipped && !done && <p className="text-ink-2">Doesn’t apply</p>}
            </div>
            {!done && (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {!skipped && step === 'hours' && (
                  <Button onClick={() => changing.mutate({ step, confirmed: true })}>
                    Confirm Hours
                  </Button>
                )}
                {!skipped && link && (
                  <Link className="link self-center" to={link.to}>
                    {link.text}
                    <span className="sr-only"> {title}</span>
                  </Link>
                )}
                <Button
                  variant="quiet"
                  onClick={() => changing.mutate({ step, skipped: !skipped })}
                >
                  {skipped ? 'Add Back' : 'Doesn’t Apply'}
                  <span className="sr-only">: {title}</span>
                </Button>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
