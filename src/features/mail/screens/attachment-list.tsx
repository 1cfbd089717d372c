import { CircleAlert, Paperclip, X } from 'lucide-react'
import { formatSize } from '#contract/file-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { focusBeside } from '#web/ui/focus-beside.ts'
import { Icon } from '#web/ui/icon.tsx'
import { cancelUpload, dismissUpload, type QueuedUpload } from '#web/upload-queue.ts'
import type { Attached } from './use-attachments.ts'

/** Attached files and running uploads. */
export function AttachmentList(props: {
  attached: readonly Attached[]
  uploads: readonly QueuedUpload[]
  onRemove: (id: string) => void
}) {
  const { attached, uploads } = props
  if (attached.length === 0 && uploads.length === 0) return null
  return (
    <ul className="mail-files" aria-label="Attachments">
      {attached.map(({ id, name, size }) => (
        <li key={id} className="mail-file">
          <Icon icon={Paperclip} size={16} className="flex-none text-ink-2" />
          <Name name={name} note={formatSize(size)} />
          <Remove label={`Remove ${name}`} onRemove={() => props.onRemove(id)} />
        </li>
      ))}
      {uploads.map((one) =>
        one.state === 'stopped' ? (
          <li key={one.id} className="mail-file" data-refused="" role="alert">
            <Icon icon={CircleAlert} size={16} className="flex-none" />
            <Name name={one.name} note={one.reason} />
            <Remove label={`Dismiss ${one.name}`} onRemove={() => dismissUpload(one.id)} />
          </li>
        ) : (
          <li key={one.id} className="mail-file">
            <Name name={one.name} note={`${Math.floor(one.percent)}%`} />
            <progress
              className="mail-progress"
              max={100}
              value={Math.floor(one.percent)}
              aria-label={`Uploading ${one.name}`}
            />
            <Remove label={`Cancel ${one.name}`} onRemove={() => cancelUpload(one.id)} />
          </li>
        ),
      )}
    </ul>
  )
}

function Name({ name, note }: { name: string; note: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="mail-file-name" title={name}>
        {name}
      </span>
      <span className="small block tabular-nums">{note}</span>
    </span>
  )
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={X}
      aria-label={label}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget)
        onRemove()
      }}
    />
  )
}
