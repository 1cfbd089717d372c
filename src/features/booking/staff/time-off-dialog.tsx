import { z } from 'zod'
import { call, type Output } from '#contract/endpoint.ts'
import { browserZone } from '#contract/zone-names.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { bookingHosts } from '../hosts/contract.ts'
import { TimeOffNote } from '../hosts/schemas.ts'
import { useRefreshBooking } from './use-own-host.ts'

const labels = { startsAt: 'From', endsAt: 'To', note: 'Note' }

/** The value of a `datetime-local` input, in the browser's zone. */
const instant = z
  .string()
  .min(1, 'Choose a date and a time')
  .transform((text) => new Date(text).toISOString())

const schema = z
  .object({
    startsAt: instant,
    endsAt: instant,
    note: TimeOffNote,
  })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, {
    path: ['endsAt'],
    error: 'The end is before the start',
  })

type Added = Output<typeof bookingHosts.addTimeOff>

/** Must be remounted for each opening. */
export function TimeOffDialog(
  props: DialogState & { onAdded: (collisions: Added['collisions']) => void },
) {
  const { onAdded, ...dialog } = props
  const refresh = useRefreshBooking()
  const state = useRecordForm({
    ...dialog,
    id: 'time-off',
    noun: 'time off',
    labels,
    schema,
    record: null as { updatedAt?: string } | null,
    valuesOf: () => ({ startsAt: '', endsAt: '', note: '' }),
    draft: 'time off',
    save: (values, options) =>
      call(browser, bookingHosts.addTimeOff, { userId: 'me', ...values }, options),
    refresh,
    onSaved: ({ collisions }) => onAdded(collisions),
  })
  const { field } = state
  const timeZone = browserZone()
  return (
    <FormDialog {...state.dialog} title="Add time off" submitLabel="Add Time Off">
      {state.messages}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField required type="datetime-local" {...field('startsAt')} />
        <TextField required type="datetime-local" {...field('endsAt')} />
      </div>
      <p className="field-hint">Times of this browser: {timeZone}</p>
      <TextAreaField optional rows={2} limit={200} hint="Only staff see it" {...field('note')} />
    </FormDialog>
  )
}
