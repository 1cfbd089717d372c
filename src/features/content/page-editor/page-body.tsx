import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { usePicturesInText } from './use-pictures-in-text.ts'

type PageBodyProps = {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A Markdown editor. Pictures can be dropped, pasted or chosen, and are inserted at the caret. */
export function PageBody({ value, error, onChange }: PageBodyProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { add, underWay, refused } = usePicturesInText(text)
  return (
    <div data-takes-files="" className="grid gap-2">
      <TextAreaField
        ref={text}
        label="Text"
        hint="Markdown. {firm.name} and other firm details are filled in. Drop or paste pictures."
        className="page-body"
        spellCheck
        {...(error && { error })}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const { files } = event.dataTransfer
          if (files.length === 0) return
          event.preventDefault()
          add(files)
        }}
        onPaste={(event) => {
          const { files } = event.clipboardData
          // When cells or text are copied, some programs add a picture of them to the clipboard.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          add(files)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          multiple
          type="file"
          name="pictures"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Pictures for the text"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            add(target.files ?? [])
            target.value = ''
          }}
        />
        <Button size="sm" variant="quiet" icon={ImagePlus} onClick={() => input.current?.click()}>
          Add a Picture
        </Button>
        <span role="status" className="small min-w-0 wrap-anywhere text-ink-2">
          {underWay && `Uploading ${underWay}…`}
        </span>
      </div>
      {refused.length > 0 && (
        <FormMessage>
          <ul>
            {refused.map(({ id: key, name, reason }) => (
              <li key={key} className="wrap-anywhere">
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </FormMessage>
      )}
    </div>
  )
}
