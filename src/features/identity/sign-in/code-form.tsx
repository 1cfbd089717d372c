import { useEffect, useState } from 'react'
import { reasonOf } from '#web/api/api-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { useCode } from '../second-factor/use-code.ts'

const kinds = {
  app: {
    label: 'Code',
    hint: 'The six digits your authenticator app shows now',
    other: 'Use a Recovery Code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you turned on two-factor authentication; each works once',
    other: 'Use the Authenticator App',
  },
} as const

export function CodeForm(props: {
  inDialog: boolean
  username: string
  failure: string
  send: (code: string) => Promise<unknown>
  onBack: () => void
}) {
  const { inDialog, username, failure, send, onBack } = props
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { label, hint, other } = kinds[kind]
  const Heading = inDialog ? 'h3' : 'h1'
  const blank = `${label} is required`
  const sending = useMutation({ mutationFn: send })
  const refusal = sending.isError ? reasonOf(sending.error, failure) : undefined
  const code = useCode({ failure: sending.error, refusal, blank, onCode: sending.mutate })
  const { input } = code
  useEffect(() => {
    if (kind) input.current?.focus()
  }, [kind, input])
  return (
    <form noValidate className="grid gap-5" onSubmit={code.submit}>
      <div>
        <Heading className="h3">Enter your code</Heading>
        <p className="mt-2 text-ink-2">Signing in as {username}</p>
      </div>
      <TextField
        key={kind}
        ref={input}
        id="code"
        label={label}
        hint={hint}
        error={code.error}
        autoComplete="one-time-code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
        className="mono tracking-widest"
        onInput={code.onInput}
      />
      <Button type="submit" variant="primary" size="lg" busy={sending.isPending}>
        Sign In
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
