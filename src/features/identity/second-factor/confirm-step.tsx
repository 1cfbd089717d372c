import { useEffect } from 'react'
import { encode } from 'uqr'
import { reasonOf } from '#web/api/api-error.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import type { useCode } from './use-code.ts'

export function ConfirmStep(props: {
  id: string
  secret: string
  address: string
  code: ReturnType<typeof useCode>
  failure: Error | null
}) {
  const { id, secret, address, code, failure } = props
  const { input } = code
  useEffect(() => input.current?.focus({ preventScroll: true }), [input])
  return (
    <>
      <p className="text-ink-2">
        Scan it with your authenticator app, then enter the six digits it shows.
      </p>
      <QrCode text={address} label="QR code for your authenticator app" />
      <div>
        <p className="small text-ink-2">Can’t scan it? Enter this key in the app:</p>
        <p className="mono mt-1 select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</p>
      </div>
      <TextField
        id={`${id}-code`}
        label="Code"
        error={code.error}
        ref={input}
        className="mono tracking-widest"
        inputMode="numeric"
        autoComplete="one-time-code"
        onInput={code.onInput}
      />
      {failure && (
        <FormMessage>
          {reasonOf(failure, 'Failed to turn on two-factor authentication')}
        </FormMessage>
      )}
    </>
  )
}

/** QR code as one path, dark on white in both themes so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="h-auto w-full max-w-[12.5rem] rounded-control border border-rule"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
