import { useEffect, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { type ContactProblems, withoutFixed } from './contact-values.ts'
import type { FormAnswer } from './send-inquiry.tsx'

const next = (count: number) => count + 1

/** A form that its page's `action` answers, and in the browser the same page's `clientAction`. */
export function usePublicForm<V>() {
  const fetcher = useFetcher<FormAnswer<V>>()
  const refused = useActionData<FormAnswer<V>>()
  const [problems, setProblems] = useState(refused?.problems ?? {})
  const [attempt, setAttempt] = useState(refused ? 1 : 0)
  const isSending = fetcher.state !== 'idle'
  const answer = isSending ? null : fetcher.data

  useEffect(() => {
    if (!answer?.problems) return
    setProblems(answer.problems)
    setAttempt(next)
  }, [answer])

  return {
    problems,
    attempt,
    refuse(found: ContactProblems) {
      setProblems(found)
      setAttempt(next)
    },
    /** Clears the error of a changed field once it is valid. */
    recheck: (changed: string, now: ContactProblems) =>
      setProblems((before) => withoutFixed(before, changed, now)),
    isSending,
    /** The refusal of a submission made without JavaScript. */
    refused,
    answer: answer === undefined ? refused : answer,
    /** The code of the page at `action` must be loaded, else the router would reload the document. */
    send(form: HTMLFormElement | FormData, action: string) {
      void fetcher.submit(form, {
        action,
        method: 'post',
        flushSync: true,
        defaultShouldRevalidate: false,
      })
    },
    /** Forgets the answer, also one that is still to come. */
    reset: fetcher.reset,
  }
}

/** @param prefix the prefix of the field ids. */
export function ProblemSummary(props: {
  prefix: string
  problems: ContactProblems
  attempt: number
}) {
  const errors = Object.entries(props.problems).map(([name, message]) => ({
    id: `${props.prefix}-${name}`,
    message,
  }))
  return <ErrorSummary attempt={props.attempt} errors={errors} />
}

/** A hidden field that only programs fill in. */
export function Honeypot({ prefix }: { prefix: string }) {
  const id = `${prefix}-website`
  return (
    <div className="sr-only" aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
