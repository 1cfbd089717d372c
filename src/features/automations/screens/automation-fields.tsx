import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useContext, useEffect, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { query } from '#web/api/query.ts'
import { messageIn } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, Fieldset } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { ZoneOptions } from '#web/ui/zone-options.tsx'
import { nextTimes } from '../register/schedule.ts'
import './automations.css'
import { type FormValues, labels, scheduleOf, shortestGap, usualGrace } from './form-values.ts'
import { AutomationSlotsContext } from './slots.ts'
import type { useAutomationForm } from './use-automation-form.ts'

type Form = ReturnType<typeof useAutomationForm>

export function AutomationFields({ state, isNew }: { state: Form; isNew: boolean }) {
  const { field, form } = state
  const { ClientField } = useContext(AutomationSlotsContext)
  const clientId = form.watch('clientId')
  return (
    <>
      <div className="form-pair">
        <TextField required autoComplete="off" limit={120} {...field('name')} />
        {isNew && ClientField && (
          <Field required {...state.about('clientId')}>
            <ClientField
              value={clientId || null}
              placeholder="Choose a client…"
              onChange={(id) =>
                form.setValue('clientId', id ?? '', { shouldDirty: true, shouldValidate: true })
              }
            />
          </Field>
        )}
      </div>
      <TextAreaField optional rows={2} limit={2_000} {...field('description')} />
      <ScheduleFields state={state} />
      <GraceField state={state} isNew={isNew} />
      <details open={!isNew}>
        <summary className="link cursor-pointer">More details</summary>
        <MoreFields state={state} />
      </details>
    </>
  )
}

const unitOptions = ['minute', 'hour', 'day', 'week']

function UnitOptions({ count }: { count: string }) {
  return unitOptions.map((unit) => (
    <option key={unit} value={unit}>
      {count.trim() === '1' ? unit : `${unit}s`}
    </option>
  ))
}

function ScheduleFields({ state }: { state: Form }) {
  const { form, field } = state
  const values = form.watch()
  const { scheduleKind, every, timeZone } = values
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend="It reports"
        name="scheduleKind"
        inline
        value={scheduleKind}
        onChange={({ currentTarget }) =>
          form.setValue('scheduleKind', currentTarget.value as FormValues['scheduleKind'], {
            shouldDirty: true,
          })
        }
        options={[
          { value: 'period', label: 'Every so often' },
          { value: 'cron', label: 'At set times' },
          { value: 'none', label: 'Without a schedule' },
        ]}
      />
      {scheduleKind === 'period' && (
        <div className="schedule-sentence">
          <div className="schedule-count">
            <TextField required inputMode="numeric" autoComplete="off" {...field('every')} />
          </div>
          <div className="schedule-unit">
            <SelectField hideLabel {...field('unit')}>
              <UnitOptions count={every} />
            </SelectField>
          </div>
        </div>
      )}
      {scheduleKind === 'cron' && (
        <>
          <div className="form-pair">
            <TextField
              required
              autoComplete="off"
              spellCheck={false}
              limit={200}
              hint="When it should have reported, not when it begins. Minute, hour, day, month, weekday: 30 9 * * 1-5"
              {...field('cron')}
            />
            <SelectField {...field('timeZone')}>
              <ZoneOptions own={timeZone} />
            </SelectField>
          </div>
          <NextTimes values={values} />
        </>
      )}
      {scheduleKind === 'none' && (
        <p className="small text-ink-2">
          A failure and a run that takes too long raise an alarm; silence does not.
        </p>
      )}
    </div>
  )
}

const shownTimes = 5

/** The next times in the viewer's zone, or the automation's if it is another one. */
function NextTimes({ values }: { values: FormValues }) {
  const schedule = scheduleOf(values)
  if (!schedule) return null
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const words = (at: number, timeZone: string) =>
    new Date(at).toLocaleString(undefined, {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })
  return (
    <div className="small text-ink-2" role="status">
      <p>Next times in {values.timeZone}</p>
      <ul>
        {nextTimes(schedule, Date.now(), shownTimes).map((at) => (
          <li key={at}>
            {words(at, values.timeZone)}
            {values.timeZone !== own && ` (${words(at, own)} here)`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Follows the schedule of a new automation until it is changed by hand. */
function GraceField({ state, isNew }: { state: Form; isNew: boolean }) {
  const { form, field } = state
  const values = form.watch()
  const isOwn = useRef(!isNew)
  const schedule = scheduleOf(values)
  const gap = schedule && shortestGap(schedule)
  const { count, unit } = usualGrace(gap ?? 86_400)
  useEffect(() => {
    if (isOwn.current || form.formState.dirtyFields.grace) return
    form.setValue('grace', String(count))
    form.setValue('graceUnit', unit)
  }, [count, unit, form])
  const typed = () => {
    isOwn.current = true
  }
  return (
    <div className="schedule-sentence">
      <div className="schedule-count">
        <TextField
          required
          inputMode="numeric"
          autoComplete="off"
          {...field('grace', { onChange: typed })}
        />
      </div>
      <div className="schedule-unit">
        <SelectField hideLabel {...field('graceUnit', { onChange: typed })}>
          <UnitOptions count={values.grace} />
        </SelectField>
      </div>
      <p className="small basis-full text-ink-2">
        How late it may be, and how long a run may take, before somebody is told.
      </p>
    </div>
  )
}

function MoreFields({ state }: { state: Form }) {
  const { field, form } = state
  const people = useQuery(query(inbox.assignees))
  return (
    <div className="mt-4 grid gap-4">
      <div className="form-pair">
        <SelectField hint="Is told first; without one, owners are" {...field('assigneeId')}>
          <option value="">Nobody</option>
          {people.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          optional
          type="date"
          max="9999-12-31"
          hint="The day on which somebody looks whether it is still right"
          {...field('reviewOn')}
        />
      </div>
      <Credentials state={state} />
      <div className="form-pair">
        <TextAreaField optional rows={3} hint="One a line, such as n8n" {...field('tools')} />
        <div className="grid content-start gap-3">
          <SelectField {...field('humanCheck')}>
            <option value="none">Not checked</option>
            <option value="sample">A sample</option>
            <option value="uncertain">What is uncertain</option>
            <option value="every">Every result</option>
          </SelectField>
          <Checkbox label={labels.personalData} {...form.register('personalData')} />
        </div>
      </div>
    </div>
  )
}

/** Only names and days: the secrets themselves are never stored. */
function Credentials({ state: { form, about } }: { state: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'credentials' })
  const { errors } = form.formState
  return (
    <Fieldset
      legend="Credentials"
      optional
      hint="Names and days, never the secrets. Somebody is told 30 and 7 days before one expires."
      id={about('credentials').id}
      error={
        typeof errors.credentials?.message === 'string' ? errors.credentials.message : undefined
      }
    >
      <div className="credential-rows">
        {fields.map(({ id }, at) => {
          const row = errors.credentials?.[at]
          const place = at + 1
          return (
            <div key={id} className="credential-row">
              <Field label={`Name of credential ${place}`} hideLabel error={messageIn(row?.name)}>
                <TextInput
                  placeholder="Name, such as Gmail token"
                  autoComplete="off"
                  limit={80}
                  {...form.register(`credentials.${at}.name`)}
                />
              </Field>
              <Field
                label={`Day on which credential ${place} expires`}
                hideLabel
                error={messageIn(row?.expiresOn)}
              >
                <TextInput
                  type="date"
                  max="9999-12-31"
                  {...form.register(`credentials.${at}.expiresOn`)}
                />
              </Field>
              <Button
                variant="quiet"
                icon={X}
                aria-label={`Remove credential ${place}`}
                title="Remove"
                onClick={() => remove(at)}
              />
            </div>
          )
        })}
        <div>
          <Button icon={Plus} onClick={() => append({ name: '', expiresOn: '' })}>
            Add Credential
          </Button>
        </div>
      </div>
    </Fieldset>
  )
}
