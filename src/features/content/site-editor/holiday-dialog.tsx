import { z } from 'zod'
import type { ScheduleName } from '#contract/business-hours.ts'
import { badDate, sameDay } from '#contract/settings/messages.ts'
import { trimmed } from '#contract/visible-text.ts'
import { Intervals } from '#features/content/week-editor/intervals.tsx'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Holiday } from './holiday.ts'

const empty: Holiday = { date: '', name: '', chat: [], office: [], yearly: false }

const scheduleNames: ScheduleName[] = ['chat', 'office']

const labels = {
  date: 'Date',
  name: 'Name',
  yearly: 'Every year on this day',
  chat: 'Chat and replies',
  office: 'Office',
}

/**
 * Allows one holiday per date, or one per month and day if yearly. Everything else is checked on
 * saving.
 */
const schemaWith = (others: Holiday[]) =>
  z
    .object({
      date: z.string().min(1, badDate),
      name: z.string().trim().refine(trimmed, 'This is required'),
      yearly: z.boolean(),
      chat: z.custom<Holiday['chat']>(),
      office: z.custom<Holiday['office']>(),
    })
    .refine(
      ({ date, yearly }) =>
        !others.some(
          (other) =>
            other.yearly === yearly &&
            (yearly ? other.date.slice(5) === date.slice(5) : other.date === date),
        ),
      { path: ['date'], error: sameDay },
    )

/** Only changes the form, which saves itself as usual. */
export function HolidayDialog(
  props: DialogState & {
    holiday: Holiday | null
    others: Holiday[]
    onDone: (holiday: Holiday) => void
  },
) {
  const { holiday, others, onDone, ...state } = props
  const { form, field, messages, dialog } = useRecordForm({
    ...state,
    id: 'holiday',
    labels,
    schema: schemaWith(others),
    valuesOf: () => holiday ?? empty,
    save: async (changed) => onDone(changed),
  })
  return (
    <FormDialog
      {...dialog}
      title={holiday ? 'Edit holiday' : 'Add holiday'}
      submitLabel={holiday ? 'Change Holiday' : 'Add Holiday'}
      sends={false}
    >
      {messages}
      <div className="form-pair">
        <TextField required type="date" {...field('date')} />
        <TextField required {...field('name')} />
      </div>
      <Checkbox label={labels.yearly} {...form.register('yearly')} />
      {scheduleNames.map((name) => (
        <fieldset key={name} className="min-w-0">
          <legend className="field-label mb-1.5">{labels[name]}</legend>
          <Intervals
            name={labels[name]}
            value={form.watch(name)}
            make={(interval) => interval}
            onChange={(intervals) => form.setValue(name, intervals, { shouldDirty: true })}
          />
        </fieldset>
      ))}
    </FormDialog>
  )
}
