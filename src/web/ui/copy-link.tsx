import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Field } from './field.tsx'
import { TextInput } from './inputs.tsx'

export function CopyLink(props: {
  label: string
  hint: ReactNode
  link: string
  children?: ReactNode
}) {
  const { label, hint, link, children } = props
  const input = useRef<HTMLInputElement>(null)
  async function copy() {
    input.current?.select()
    await copyText(link, 'Link copied', 'The link is selected: copy it yourself.')
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
