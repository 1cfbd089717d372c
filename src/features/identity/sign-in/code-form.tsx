import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { TextInput } from '../../../web/ui/inputs.tsx'

const kinds = {
  app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows now',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you turned the second factor on; each works once',
    other: 'Use the authenticator app',
  },
} as const

/** Second step of the sign-in; `refusal` is the server's message about the last code. */
export function CodeForm({
  inDialog,
  username,
  busy,
  refusal,
  onSubmit,
  onBack,
}: {
  inDialog: boolean
  username: string
  busy: boolean
  refusal: string | undefined
  onSubmit: (code: string) => void
  onBack: () => void
}) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const [problem, setProblem] = useState<string | undefined>()
  const [typed, setTyped] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { label, hint, other } = kinds[kind]
  const Heading = inDialog ? 'h3' : 'h1'
  const error = problem ?? (typed ? undefined : refusal)

  useEffect(() => {
    if (kind) input.current?.focus()
  }, [kind])
  useEffect(() => {
    if (!refusal) return
    setTyped(false)
    input.current?.select()
  }, [refusal])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const code = input.current?.value.trim() ?? ''
    setProblem(code === '' ? `${label} is required` : undefined)
    setTyped(false)
    if (code === '') input.current?.focus()
    else onSubmit(code)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <div>
        <Heading className="h3">Enter your code</Heading>
        <p className="mt-2 text-ink-2">Signing in as {username}</p>
      </div>
      <Field id="code" label={label} hint={hint} error={error}>
        <TextInput
          key={kind}
          ref={input}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          className="mono tracking-widest"
          onInput={() => {
            setTyped(true)
            setProblem(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        >
          {other}
        </Button>
        <Button variant="quiet" size="sm" className="-mr-3" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
