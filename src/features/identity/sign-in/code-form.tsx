import { useEffect, useState } from 'react'
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
  busy: boolean
  refusal: string | undefined
  onSubmit: (code: string) => void
  onBack: () => void
}) {
  const { inDialog, username, busy, refusal, onSubmit, onBack } = props
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { label, hint, other } = kinds[kind]
  const Heading = inDialog ? 'h3' : 'h1'
  const blank = `${label} is required`
  const code = useCode({ failure: refusal, refusal, blank, onCode: onSubmit })
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
      <Button type="submit" variant="primary" size="lg" busy={busy}>
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
