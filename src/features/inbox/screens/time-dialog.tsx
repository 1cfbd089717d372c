import { type SubmitEvent, useId, useState } from 'react'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

const maxDelayMs = 30 * 86_400_000

/** The value of an `<input type="datetime-local">`, in the browser's zone. */
export function localInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

type TimeDialogProps = DialogState & {
  title: string
  submitLabel: string
  now: Date
  hint: (time: Date) => string | undefined
  onPick: (time: Date) => void
}

/** Lets the user enter a time within the next 30 days. */
export function TimeDialog(props: TimeDialogProps) {
  const { now, hint, onPick, ...rest } = props
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree, the form of a mail may contain this one.
    event.stopPropagation()
    const ms = Date.parse(value) - Date.now()
    if (Number.isNaN(ms)) return setProblem('Choose a time')
    if (ms <= 0) return setProblem('Choose a time in the future')
    if (ms > maxDelayMs) return setProblem('Choose a time within 30 days')
    onPick(new Date(value))
  }
  return (
    <FormDialog {...rest} size="sm" id={useId()} busy={false} onSubmit={submit}>
      <TextField
        label="Time"
        type="datetime-local"
        required
        min={localInput(now)}
        max={localInput(new Date(now.getTime() + maxDelayMs))}
        value={value}
        error={problem}
        hint={value ? hint(new Date(value)) : undefined}
        onChange={(event) => {
          setProblem(undefined)
          setValue(event.currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
