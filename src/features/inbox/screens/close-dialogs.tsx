import { z } from 'zod'
import { statedReplyWays } from '#contract/vocabulary.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { ActDialogProps } from './assign-dialog.tsx'
import type { How } from './event-words.ts'
import { localInput } from './time-dialog.tsx'
import type { Waiver } from './use-acts.ts'

const hows: Record<How, string> = {
  phone: 'Phone',
  video: 'Video call',
  in_person: 'In person',
  other: 'Another way',
}

const maxCharacters = 500

/** Of the person who asked. */
type Named = ActDialogProps & { name: string }

/** Records an answer that was given outside the product. */
export function StatedReplyDialog(props: Named & { firstHow: How }) {
  const { item, name, acts, firstHow, ...state } = props
  const { form, field, messages, dialog } = useRecordForm({
    ...state,
    id: 'stated-reply',
    labels: { how: 'How', at: 'When', note: 'Note' },
    schema: z.custom<{ how: How; at: string; note: string }>(),
    valuesOf: () => ({ how: firstHow, at: '', note: '' }),
    save: ({ at, ...reply }) =>
      acts.stateReply(item, { ...reply, ...(at && { at: new Date(at).toISOString() }) }),
    failure: 'Failed to record the reply',
  })
  return (
    <FormDialog
      {...dialog}
      initialFocus={() => document.querySelector<HTMLElement>('[name="how"]:checked')}
      size="sm"
      title={`How did you answer ${name}?`}
      submitLabel="Record Reply"
    >
      {messages}
      <RadioGroup
        legend="How"
        name="how"
        inline
        options={statedReplyWays.map((value) => ({ value, label: hows[value] }))}
        value={form.watch('how')}
        onChange={({ currentTarget }) =>
          form.setValue('how', currentTarget.value as How, { shouldDirty: true })
        }
      />
      <TextField
        optional
        type="datetime-local"
        max={localInput(new Date())}
        hint="Now, unless you choose a time"
        {...field('at')}
      />
      <TextAreaField optional rows={3} limit={maxCharacters} {...field('note')} />
    </FormDialog>
  )
}

const reasons = [
  ['no_reply_needed', 'No reply needed'],
  ['duplicate', 'Duplicate'],
  ['spam', 'Spam'],
  ['other', 'Another reason'],
] as const satisfies [Waiver['reason'], string][]

export function WaiveDialog({ item, name, acts, ...state }: Named) {
  const { form, field, messages, dialog } = useRecordForm({
    ...state,
    id: 'waiver',
    labels: { reason: 'Reason', note: 'Note' },
    schema: z.custom<{ reason: Waiver['reason']; note: string }>(),
    valuesOf: () => ({ reason: 'no_reply_needed', note: '' }),
    save: (waiver) => acts.waive(item, waiver),
    failure: 'Failed to close this',
  })
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title={`No reply to ${name}?`}
      description="Nobody will be reminded of this again."
      submitLabel="No Reply Needed"
    >
      {messages}
      <RadioGroup
        legend="Reason"
        name="reason"
        options={reasons.map(([value, label]) => ({ value, label }))}
        value={form.watch('reason')}
        onChange={({ currentTarget }) =>
          form.setValue('reason', currentTarget.value as Waiver['reason'], { shouldDirty: true })
        }
      />
      <TextAreaField optional rows={3} limit={maxCharacters} {...field('note')} />
    </FormDialog>
  )
}
