import { useState } from 'react'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { type ContactProblems, withoutFixed } from './contact-values.ts'

/**
 * Errors of a public form, by field.
 *
 * @param refused the errors of a submission made without JavaScript.
 */
export function useProblems(refused?: ContactProblems) {
  const [problems, setProblems] = useState(refused ?? {})
  const [attempt, setAttempt] = useState(refused ? 1 : 0)
  return {
    problems,
    attempt,
    refuse(found: ContactProblems) {
      setProblems(found)
      setAttempt((count) => count + 1)
    },
    clear: () => setProblems({}),
    /** Clears the error of a changed field once it is valid. */
    recheck: (changed: string, now: ContactProblems) =>
      setProblems((before) => withoutFixed(before, changed, now)),
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
