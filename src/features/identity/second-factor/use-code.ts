import { type SubmitEvent, useEffect, useRef, useState } from 'react'

/**
 * A form with one code. After a failure, the code is selected; the error disappears with the next
 * input.
 */
export function useCode({
  failure,
  refusal,
  blank,
  onCode,
}: {
  failure: unknown
  refusal: string | undefined
  /** The message for an empty field. */
  blank: string
  onCode: (code: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isBlank, setBlank] = useState(false)
  const [isTyped, setTyped] = useState(false)
  useEffect(() => {
    if (!failure) return
    setTyped(false)
    input.current?.select()
  }, [failure])
  const shown = isTyped ? undefined : refusal
  return {
    input,
    error: isBlank ? blank : shown,
    onInput() {
      setTyped(true)
      setBlank(false)
    },
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      const code = input.current?.value.trim() ?? ''
      setBlank(code === '')
      if (code === '') input.current?.focus()
      else onCode(code)
    },
  }
}
