import { useEffect, useRef, useState } from 'react'

export type FieldProblem = { id: string; message: string }

/**
 * Focuses itself, or the field if there is only one error. `attempt` increases with every
 * submission.
 */
export function ErrorSummary({ errors, attempt }: { errors: FieldProblem[]; attempt: number }) {
  const box = useRef<HTMLElement>(null)
  const answered = useRef(attempt)
  const [listed, setListed] = useState(attempt > 0 && errors.length > 1 ? attempt : null)
  const latest = useRef(errors)
  latest.current = errors

  useEffect(() => {
    if (attempt === answered.current) return
    answered.current = attempt
    const [first, second] = latest.current
    setListed(second ? attempt : null)
    if (first && !second) focusControl(first.id)
  }, [attempt])

  useEffect(() => {
    if (listed !== null) box.current?.focus()
  }, [listed])

  if (listed === null || errors.length === 0) return null
  return (
    <section
      ref={box}
      aria-label="Please check these fields"
      tabIndex={-1}
      className="rounded-control border border-danger-text bg-danger-soft px-5 py-4"
    >
      <p className="font-semibold text-danger-text">Please check these fields</p>
      <ul className="mt-1">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-block py-0.5 text-ink underline underline-offset-3 hover:decoration-2"
              onClick={(event) => {
                event.preventDefault()
                focusControl(id)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function focusControl(id: string): void {
  const element = document.getElementById(id)
  const controls = element?.matches('fieldset') && [
    ...element.querySelectorAll<HTMLElement>('input, select, textarea, button'),
  ]
  const control = controls ? controls.find((one) => one.checkVisibility()) : element
  control?.focus()
}
