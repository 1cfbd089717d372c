import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { browserZone } from '#contract/zone-names.ts'
import { refusedFields, sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { ZoneOptions } from '#web/ui/zone-options.tsx'
import { preferences } from '../preferences/contract.ts'

type Quiet = NonNullable<Output<typeof preferences.show>['quiet']>

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const usual = (): Quiet => ({
  from: '22:00',
  to: '07:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  overdueBreaks: false,
  zone: browserZone(),
})

const fields = ['quiet.from', 'quiet.to', 'quiet.zone', 'quiet.days'] as const

export function QuietForm({ stored }: { stored: Quiet | null }) {
  const client = useQueryClient()
  const [isOn, setOn] = useState(stored !== null)
  const [quiet, setQuiet] = useState(stored ?? usual)
  const change = (part: Partial<Quiet>) => setQuiet((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () => call(browser, preferences.update, { quiet: isOn ? quiet : null }),
    onSuccess: (answer) => {
      client.setQueryData(keyOf(preferences.show, {}), answer)
      showSuccess(isOn ? 'Quiet hours saved' : 'Quiet hours are off')
    },
  })
  const refused = refusedFields(save.error, [...fields])
  const errorOf = (name: (typeof fields)[number]) =>
    refused.find((one) => one.name === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form
      noValidate
      className="grid gap-4 px-5 py-4"
      onSubmit={submit}
      aria-labelledby="quiet-heading"
    >
      <h3 id="quiet-heading" className="font-semibold">
        Quiet hours
      </h3>
      <Checkbox
        label="Hold notifications at these times"
        hint="Devices and email stay quiet; you get one summary at the end."
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
      {isOn && (
        <>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <TextField
              label="From"
              type="time"
              value={quiet.from}
              error={errorOf('quiet.from')}
              onChange={({ target }) => change({ from: target.value })}
            />
            <TextField
              label="To"
              type="time"
              value={quiet.to}
              error={errorOf('quiet.to')}
              onChange={({ target }) => change({ to: target.value })}
            />
            <div className="col-span-2 sm:col-span-1">
              <SelectField
                label="Time zone"
                value={quiet.zone}
                error={errorOf('quiet.zone')}
                onChange={({ target }) => change({ zone: target.value })}
              >
                <ZoneOptions own={quiet.zone} />
              </SelectField>
            </div>
          </div>
          <Fieldset legend="Begins on" error={errorOf('quiet.days')}>
            <div className="flex flex-wrap gap-x-5">
              {days.map((label, at) => (
                <Checkbox
                  key={label}
                  label={label}
                  checked={quiet.days.includes(at + 1)}
                  onChange={({ target }) =>
                    change({
                      days: target.checked
                        ? [...quiet.days, at + 1]
                        : quiet.days.filter((day) => day !== at + 1),
                    })
                  }
                />
              ))}
            </div>
          </Fieldset>
          <Checkbox
            label="Overdue replies still notify you"
            checked={quiet.overdueBreaks}
            onChange={({ target }) => change({ overdueBreaks: target.checked })}
          />
        </>
      )}
      {save.isError && refused.length === 0 && (
        <FormMessage>{sentenceOf(save.error, 'Failed to save your quiet hours')}</FormMessage>
      )}
      <div>
        <SaveButton type="submit" busy={save.isPending}>
          Save Quiet Hours
        </SaveButton>
      </div>
    </form>
  )
}
