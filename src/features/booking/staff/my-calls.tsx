import { z } from 'zod'
import type { WeekInterval } from '#contract/business-hours.ts'
import { call } from '#contract/endpoint.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { WeekEditor } from '#features/content/week-editor/week-editor.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { useFirm } from '#web/firm.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { ZoneOptions } from '#web/ui/zone-options.tsx'
import { bookingHosts } from '../hosts/contract.ts'
import { type Host, useOwnHost, useRefreshBooking } from './use-own-host.ts'

const labels = {
  active: 'Take calls',
  hours: 'Hours',
  weekly: 'Own hours',
  zone: 'Time zone',
  meetingLink: 'Meeting link',
}

type Values = {
  active: boolean
  hours: 'firm' | 'own'
  weekly: WeekInterval[]
  zone: string
  meetingLink: string
}

/** The server validates: schemas of numbers would enlarge the code of every form. */
const schema = z.custom<Values>()

/** Reports a problem with one interval as a problem of the whole week. */
function aboutWeek(error: unknown): never {
  if (error instanceof ApiError && error.fields) {
    const found = Object.entries(error.fields).find(([path]) => path.startsWith('weekly.'))
    if (found) Object.assign(error.fields, { weekly: found[1] })
  }
  throw error
}

/** Whether and when the signed-in user takes calls. */
export function MyCalls() {
  const host = useOwnHost()
  return (
    <section className="panel" aria-labelledby="calls-heading">
      <h2 id="calls-heading" className="panel-heading">
        My calls
      </h2>
      <Loaded
        query={host}
        className="m-5"
        message="Failed to fetch when you take calls"
        skeleton={<SkeletonList rows={4} />}
      >
        {(data) => <CallsForm host={data} />}
      </Loaded>
    </section>
  )
}

const recordOf = (host: Host) => ({ ...host, updatedAt: host.updatedAt ?? undefined })

function CallsForm({ host }: { host: Host }) {
  const { hours } = useFirm()
  const refresh = useRefreshBooking()
  const state = useRecordForm({
    id: 'calls',
    noun: 'call settings',
    labels,
    schema,
    record: recordOf(host),
    recordOf,
    valuesOf: (record) => ({
      active: record?.active ?? false,
      hours: record?.weekly ? 'own' : 'firm',
      weekly: record?.weekly ?? hours.schedules.office.week,
      zone: record?.zone ?? '',
      meetingLink: record?.meetingLink ?? '',
    }),
    draft: 'call settings',
    save({ hours: whose, weekly: week, zone, ...values }, options) {
      const change = { ...values, zone: zone || null, weekly: whose === 'own' ? week : null }
      const saved = call(browser, bookingHosts.save, { ...change, userId: 'me' }, options)
      return saved.catch(aboutWeek)
    },
    refresh,
  })
  const { form, field, about } = state
  const [whose, weekly] = form.watch(['hours', 'weekly'])
  return (
    <form noValidate className="grid grid-cols-1 gap-5 p-5" onSubmit={state.submit}>
      {state.messages}
      <Checkbox
        label={labels.active}
        hint={
          host.active
            ? 'Visitors can book you'
            : 'Visitors can’t book you. Turning this on for the first time adds you to the consultation call.'
        }
        {...form.register('active')}
      />
      <RadioGroup
        legend={labels.hours}
        name="hours"
        value={whose}
        onChange={({ currentTarget: { value } }) =>
          form.setValue('hours', value === 'own' ? 'own' : 'firm', { shouldDirty: true })
        }
        options={[
          {
            value: 'firm',
            label: 'The firm’s office hours',
            hint: <span className="wrap-anywhere">{formatWeek(hours, 'office')}</span>,
          },
          { value: 'own', label: 'Own hours', hint: 'On holidays, only within the firm’s hours' },
        ]}
      />
      {whose === 'own' && (
        <Fieldset legend={labels.weekly} id="calls-weekly" hideLegend>
          <WeekEditor
            week={weekly}
            error={about('weekly').error}
            onChange={(next) => form.setValue('weekly', next, { shouldDirty: true })}
          />
        </Fieldset>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <SelectField hint="For your hours" {...field('zone')}>
          <option value="">The firm’s: {hours.timeZone}</option>
          <ZoneOptions own={host.zone ?? ''} />
        </SelectField>
        <TextField
          optional
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          limit={500}
          hint="Where video calls take place, such as https://meet.example/you"
          {...field('meetingLink')}
        />
      </div>
      <div>
        <SaveButton type="submit" variant="primary" busy={state.busy}>
          Save
        </SaveButton>
      </div>
    </form>
  )
}
