import { type SubmitEvent, useId, useState } from 'react'
import { statedReplyWays } from '#contract/vocabulary.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { ActDialogProps } from './assign-dialog.tsx'
import type { How } from './event-words.ts'
import { nameOf } from './item-labels.tsx'
import { localInput } from './time-dialog.tsx'
import type { StatedReply, Waiver } from './use-acts.ts'

const hows: Record<How, string> = {
  phone: 'Phone',
  video: 'Video call',
  in_person: 'In person',
  other: 'Another way',
}

const maxCharacters = 500

const fieldsOf = (error: unknown): Record<string, string> =>
  (error instanceof ApiError && error.fields) || {}

/** Records an answer that was given outside the product. */
export function StatedReplyDialog({ firstHow, ...props }: ActDialogProps & { firstHow: How }) {
  const { item, onClose, acts } = props
  const [how, setHow] = useState(firstHow)
  const [at, setAt] = useState('')
  const [note, setNote] = useState('')
  const saving = useMutation({
    mutationFn: (reply: StatedReply) => acts.stateReply(item, reply),
    onSuccess: onClose,
  })
  const problems = fieldsOf(saving.error)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    saving.mutate({ how, note, ...(at && { at: new Date(at).toISOString() }) })
  }
  return (
    <FormDialog
      open={props.open}
      onOpenChange={onClose}
      returnFocusTo={props.returnFocusTo}
      initialFocus={() => document.querySelector<HTMLElement>('[name="how"]:checked')}
      size="sm"
      title={`How did you answer ${nameOf(item)}?`}
      id={useId()}
      submitLabel="Record Reply"
      busy={saving.isPending}
      onSubmit={submit}
    >
      {saving.isError && Object.keys(problems).length === 0 && (
        <FormMessage>{reasonOf(saving.error, 'Failed to record the reply')}</FormMessage>
      )}
      <RadioGroup
        legend="How"
        name="how"
        inline
        options={statedReplyWays.map((value) => ({ value, label: hows[value] }))}
        value={how}
        onChange={(event) => setHow(event.currentTarget.value as How)}
      />
      <TextField
        label="When"
        optional
        type="datetime-local"
        max={localInput(new Date())}
        value={at}
        error={problems.at}
        hint="Now, unless you choose a time"
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Note value={note} error={problems.note} onChange={setNote} />
    </FormDialog>
  )
}

const reasons = [
  ['no_reply_needed', 'No reply needed'],
  ['duplicate', 'Duplicate'],
  ['spam', 'Spam'],
  ['other', 'Another reason'],
] as const satisfies [Waiver['reason'], string][]

export function WaiveDialog(props: ActDialogProps) {
  const { item, onClose, acts } = props
  const [reason, setReason] = useState<Waiver['reason']>('no_reply_needed')
  const [note, setNote] = useState('')
  const saving = useMutation({
    mutationFn: (waiver: Waiver) => acts.waive(item, waiver),
    onSuccess: onClose,
  })
  const problems = fieldsOf(saving.error)
  return (
    <FormDialog
      open={props.open}
      onOpenChange={onClose}
      returnFocusTo={props.returnFocusTo}
      size="sm"
      title={`No reply to ${nameOf(item)}?`}
      description="Nobody will be reminded of this again."
      id={useId()}
      submitLabel="No Reply Needed"
      busy={saving.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ reason, note })
      }}
    >
      {saving.isError && Object.keys(problems).length === 0 && (
        <FormMessage>{reasonOf(saving.error, 'Failed to close this')}</FormMessage>
      )}
      <RadioGroup
        legend="Reason"
        name="reason"
        options={reasons.map(([value, label]) => ({ value, label }))}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value as Waiver['reason'])}
      />
      <Note value={note} error={problems.note} onChange={setNote} />
    </FormDialog>
  )
}

function Note(props: {
  value: string
  error: string | undefined
  onChange: (note: string) => void
}) {
  return (
    <TextAreaField
      label="Note"
      optional
      rows={3}
      limit={maxCharacters}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
