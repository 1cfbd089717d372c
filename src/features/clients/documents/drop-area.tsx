import { Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { acceptedExtensions } from '#contract/file-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const hint = useId()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: there is also a button.
    <div
      data-takes-files=""
      className={classNames('drop-area', over && 'drop-area-over')}
      onDragEnter={() => setOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOver(false)
      }}
      onDrop={drop}
    >
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
        <Button icon={Upload} aria-describedby={hint} onClick={() => picker.current?.click()}>
          Choose Files
        </Button>
        <span className="text-ink-2 pointer-coarse:hidden">or drop them here</span>
      </p>
      <p id={hint} className="small text-ink-2">
        PDF, Word, Excel, PowerPoint, TXT, JPEG, PNG, GIF or ZIP. Up to 50 MB each.
      </p>
      <input
        ref={picker}
        type="file"
        name="documents"
        multiple
        hidden
        accept={acceptedExtensions}
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
