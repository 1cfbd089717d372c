import { type FormEvent, useState } from 'react'
import type { ScheduleName } from '#contract/business-hours.ts'
import { badDate, sameDay } from '#contract/settings/messages.ts'
import { trimmed } from '#contract/visible-text.ts'
import { Intervals } from '#features/content/week-editor/intervals.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Holiday } from './holiday.ts'

const empty: Holiday = { date: '', name: '', chat: [], office: [], yearly: false }

const scheduleNames: [ScheduleName, string][] = [
  ['chat', 'Chat and replies'],
  ['office', 'Office'],
]

/**
 * Allows one holiday per date, or one per month and day if yearly. Everything else is checked on
 * saving.
 */
function check({ date, name, yearly }: Holiday, others: Holiday[]) {
  const isSame = (other: Holiday) =>
    other.yearly === yearly &&
    (yearly ? other.date.slice(5) === date.slice(5) : other.date === date)
  return {
    ...(!date && { date: badDate }),
    ...(date && others.some(isSame) && { date: sameDay }),
    ...(!trimmed(name) && { name: 'This is required' }),
  }
}

/** Only changes the form, which saves itself as usual. */
export function HolidayDialog(
  props: DialogState & {
    holiday: Holiday | null
    others: Holiday[]
    onDone: (holiday: Holiday) => void
  },
) {
  const { open, onClose, opener, others } = props
  const first = props.holiday ?? empty
  const [holiday, setHoliday] = useState(first)
  const [attempted, setAttempted] = useState(false)
  const change = (changes: Partial<Holiday>) => setHoliday({ ...holiday, ...changes })
  const errors: ReturnType<typeof check> = attempted ? check(holiday, others) : {}
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setAttempted(true)
    const found = check(holiday, others)
    if (Object.keys(found).length === 0) {
      props.onDone({ ...holiday, name: holiday.name.trim() })
      onClose()
    } else document.getElementById(`holiday-${found.date ? 'date' : 'name'}`)?.focus()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      returnFocusTo={() => opener}
      title={props.holiday ? 'Edit holiday' : 'Add holiday'}
      dirty={JSON.stringify(holiday) !== JSON.stringify(first)}
      discardQuestion="Discard your changes?"
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form="holiday">
            {props.holiday ? 'Change Holiday' : 'Add Holiday'}
          </Button>
        </>
      }
    >
      <form id="holiday" noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        <div className="form-pair">
          <Field
            required
            id="holiday-date"
            label="Date"
            {...(errors.date && { error: errors.date })}
          >
            <TextInput
              type="date"
              value={holiday.date}
              onChange={({ target }) => change({ date: target.value })}
            />
          </Field>
          <Field
            required
            id="holiday-name"
            label="Name"
            {...(errors.name && { error: errors.name })}
          >
            <TextInput
              value={holiday.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
        </div>
        <Checkbox
          label="Every year on this day"
          checked={holiday.yearly}
          onChange={({ target }) => change({ yearly: target.checked })}
        />
        {scheduleNames.map(([name, label]) => (
          <fieldset key={name} className="min-w-0">
            <legend className="field-label mb-1.5">{label}</legend>
            <Intervals
              name={label}
              value={holiday[name]}
              make={(interval) => interval}
              onChange={(intervals) => change({ [name]: intervals })}
            />
          </fieldset>
        ))}
      </form>
    </Dialog>
  )
}
