import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { TextInput } from '../../../web/ui/inputs.tsx'
import { Time } from '../../../web/ui/time.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import type { Invited } from '../users/contract.ts'

export function OneTimeLink({ invited }: { invited: Invited }) {
  const { link, validUntil, mailedTo, user } = invited
  const input = useRef<HTMLInputElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Link copied' })
    } catch {
      input.current?.select()
      toast({ title: 'Could not copy', description: 'The link is selected: copy it yourself.' })
    }
  }
  return (
    <div className="grid gap-4">
      <p>
        {mailedTo ? (
          <>
            The link is on its way to <strong className="wrap-anywhere">{mailedTo}</strong>. You can
            also hand it over yourself.
          </>
        ) : (
          <>
            Send this link to <strong className="wrap-anywhere">{user.username}</strong>. It works
            once.
          </>
        )}{' '}
        <strong>It is not shown again.</strong>
      </p>
      <Field
        label="One-time link"
        hint={<>Valid until {<Time value={validUntil} format="datetime" />}</>}
      >
        <TextInput
          ref={input}
          readOnly
          className="mono"
          value={link}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <Button variant="primary" icon={Copy} className="justify-self-start" onClick={copy}>
        Copy link
      </Button>
    </div>
  )
}
