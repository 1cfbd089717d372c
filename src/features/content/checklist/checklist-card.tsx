import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle, Minus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, type Input } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useStore } from '#web/store.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { preference } from '#web/ui/preference.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { type Checklist, checklist } from './contract.ts'
import { wordsOf } from './step-words.ts'
import './checklist.css'

const folding = preference('checklist', ['open', 'folded', 'ended'])

const isOpen = ({ done, skipped }: Checklist['steps'][number]) => !done && !skipped

/** Makes no request once this browser knows that the list has ended. */
export function useChecklist() {
  const [wasOver] = useState(() => folding.get() === 'ended')
  const isWanted = useMay('admin') && !wasOver
  const found = useQuery({ ...query(checklist.show), ...refetchAlways, enabled: isWanted })
  const { steps = [], ended = false } = found.data ?? {}
  // If the last step was just done, the completed list stays visible until the user leaves the
  // page.
  const wasShown = useRef(false)
  if (found.data && !ended) wasShown.current = true
  useEffect(() => {
    if (ended) folding.set('ended')
  }, [ended])
  const isShown = isWanted && (!ended || (wasShown.current && !steps.some(isOpen)))
  return { ...found, isShown }
}

/**
 * The list "Make it yours" leads from the demo content to a site of the firm's own. Once ended, it
 * never returns.
 */
export function ChecklistCard({ data, isFetching, refetch }: ReturnType<typeof useChecklist>) {
  const isFolded = useStore(folding) === 'folded'
  const question = useDialog<true>()
  const client = useQueryClient()
  const dismissing = useMutation({
    mutationFn: () => call(browser, checklist.dismiss, {}),
    onSuccess: (answer) => client.setQueryData(query(checklist.show).queryKey, answer),
    onError: (error) => showFailure(error, 'Failed to dismiss the checklist'),
  })
  if (!data) {
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
  const { steps } = data
  const open = steps.filter(isOpen)
  if (open.length === 0) {
    return (
      <section className="panel px-5 py-4" aria-label="Make it yours">
        <p className="font-semibold" role="status">
          This site is yours.
        </p>
      </section>
    )
  }
  const total = steps.length
  return (
    <section className="panel" aria-labelledby="checklist">
      <div className="panel-heading flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="checklist">Make it yours</h2>
        <span role="status" className="small font-text font-normal tracking-normal text-ink-2">
          {total - open.length} of {total} done
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
          <Button variant="quiet" onClick={() => question.show(true)}>
            Dismiss<span className="sr-only"> the checklist</span>
          </Button>
        </span>
      </div>
      {!isFolded && <StepList {...data} />}
      <AlertDialog
        {...question.state}
        title="Dismiss “Make it yours”?"
        description="It goes for everybody and does not come back. The site stays as it is; everything can be changed under Site and Pages."
        confirmLabel="Dismiss the Checklist"
        busy={dismissing.isPending}
        onConfirm={() => dismissing.mutate()}
      />
    </section>
  )
}

const stateOf = ({ done, skipped, drafted }: Checklist['steps'][number]) => {
  if (done) return 'Done'
  if (skipped) return 'Doesn’t apply'
  return drafted ? 'Saved, not published yet' : 'Open'
}

function StepList({ steps, demo }: Checklist) {
  const client = useQueryClient()
  const changing = useMutation({
    mutationFn: (input: Input<typeof checklist.change>) => call(browser, checklist.change, input),
    onSuccess: (answer) => client.setQueryData(query(checklist.show).queryKey, answer),
    onError: (error) => showFailure(error, 'Failed to change the checklist'),
  })
  return (
    <ul id="checklist-steps" className="divide-y divide-rule">
      {steps.map((entry) => {
        const { step, done, skipped, drafted } = entry
        const { task, hint, links } = wordsOf(step, demo)
        const [state, isLeft] = [stateOf(entry), isOpen(entry)]
        return (
          <li key={step} className="checklist-step" data-state={state}>
            <Icon icon={done ? Check : skipped ? Minus : Circle} size={18} />
            <div>
              <p className={isLeft ? 'font-semibold' : undefined}>
                {task}
                <span className="sr-only">: {state}</span>
              </p>
              {isLeft && <p className="text-ink-2">{drafted ? `${state}.` : hint}</p>}
              {skipped && !done && <p className="text-ink-2">{state}</p>}
            </div>
            {!done && (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {isLeft && step === 'hours' && !drafted && (
                  <Button onClick={() => changing.mutate({ step, confirmed: true })}>
                    Confirm Hours
                  </Button>
                )}
                {isLeft && drafted && (
                  <Link className="link self-center" to="/admin/site">
                    Publish<span className="sr-only">: {task}</span>
                  </Link>
                )}
                {isLeft &&
                  !drafted &&
                  links.map(({ to, text }) => (
                    <Link key={to} className="link self-center" to={to}>
                      {text}
                      <span className="sr-only">: {task}</span>
                    </Link>
                  ))}
                <Button
                  variant="quiet"
                  onClick={() => changing.mutate({ step, skipped: !skipped })}
                >
                  {skipped ? 'Add Back' : 'Doesn’t Apply'}
                  <span className="sr-only">: {task}</span>
                </Button>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
