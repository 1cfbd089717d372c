import { CircleAlert, X } from 'lucide-react'
import { formatSize } from '#contract/file-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { focusBeside } from '#web/ui/focus-beside.ts'
import { Icon } from '#web/ui/icon.tsx'
import { cancelUpload, dismissUpload, type QueuedUpload } from '#web/upload-queue.ts'

export function UploadList({ files }: { files: readonly QueuedUpload[] }) {
  if (files.length === 0) return null
  return (
    <ul className="file-list" aria-label="Uploads">
      {files.map((file) =>
        file.state === 'stopped' ? (
          <Stopped key={file.id} id={file.id} name={file.name} reason={file.reason} />
        ) : (
          <OnItsWay key={file.id} file={file} />
        ),
      )}
    </ul>
  )
}

function OnItsWay({ file: { id, name, size, percent, state } }: { file: QueuedUpload }) {
  const whole = Math.floor(percent)
  return (
    <li className="upload-row">
      <span dir="auto" className="file-name" title={name}>
        {name}
      </span>
      <span className="small text-ink-2 tabular-nums">{formatSize(size)}</span>
      {/* A file that is fully sent is not yet stored, so the bar stops just short of the end. */}
      <progress className="upload-bar" max={100} value={whole} aria-label={`Uploading ${name}`} />
      <span className="small upload-percent tabular-nums">
        {state === 'waiting' ? 'Waiting' : `${whole}%`}
      </span>
      <Button
        aria-label={`Cancel ${name}`}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          cancelUpload(id)
        }}
      >
        Cancel
      </Button>
    </li>
  )
}

function Stopped({ id, name, reason }: { id: number; name: string; reason: string }) {
  return (
    <li className="stopped-row">
      <Icon icon={CircleAlert} className="mt-0.5 flex-none" />
      <span className="min-w-0 flex-1">
        {!reason.startsWith(name) && <span className="block font-semibold">{name}</span>}
        {reason}
      </span>
      <Button
        variant="quiet"
        icon={X}
        aria-label={`Dismiss ${name}`}
        title="Dismiss"
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget)
          dismissUpload(id)
        }}
      />
    </li>
  )
}
