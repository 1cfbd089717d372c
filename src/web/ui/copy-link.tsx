import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { TextInput } from './inputs.tsx'
import { toast } from './toast-store.ts'

export function CopyLink(props: {
  label: string
  hint: ReactNode
  link: string
  children?: ReactNode
}) {
  const { label, hint, link, children } = props
  const input = useRef<HTMLInputElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: 'Link copied' })
    } catch {
      input.current?.select()
      toast({ title: 'Couldn’t copy', description: 'The link is selected: copy it yourself.' })
    }
  }
  return (
    <>
      <Field label={label} hint={hint}>
        <TextInput
          ref={input}
          readOnly
          className="mono"
          value={link}
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={Copy} onClick={copy}>
          Copy Link
        </Button>
        {children}
      </div>
    </>
  )
}
