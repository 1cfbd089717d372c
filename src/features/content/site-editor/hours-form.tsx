import { useState } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'
import { isTimeZone } from '#contract/zone-names.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Line } from './fields.tsx'
import { Holidays } from './holidays.tsx'
import { OpenNow } from './open-now.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'
import { useAt, useSectionForm } from './use-at.ts'
import './hours.css'

const uses = {
  chat: 'When you answer chats and requests. Reply times count these hours',
  office: 'Business hours, in bookings and for search engines',
} as const

export function HoursForm() {
  return (
    <>
      <OpenNow />
      <div className="form-pair">
        <ZoneField />
        <Line
          required
          at="zoneLabel"
          label="Name of the time zone"
          hint="As visitors read it, such as Berlin time"
        />
      </div>
      {(['chat', 'office'] as const).map((name) => (
        <section key={name} className="site-block" aria-labelledby={`week-${name}`}>
          <h3 id={`week-${name}`} className="font-semibold">
            {name === 'chat' ? 'Chat and replies' : 'Office'}
          </h3>
          <p className="field-hint">{uses[name]}</p>
          <Line required at={`schedules.${name}.label`} label="Label on the site" />
          <ScheduleEditor schedule={name} />
        </section>
      ))}
      <Holidays />
    </>
  )
}

/** Turns `Europe/Lisbon` into the name that visitors see, "Lisbon time". */
const labelOf = (zone: string) =>
  `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

/**
 * Accepts any IANA name and suggests those that the browser knows. Choosing another zone also
 * changes its displayed name.
 */
function ZoneField() {
  const { id, value, error } = useAt<SiteSettings['hours']['timeZone']>('timeZone')
  const { value: hours, change } = useSectionForm()
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  return (
    <Field
      required
      id={id}
      label="Time zone"
      hint="Such as Europe/Berlin"
      {...(error && { error })}
    >
      <TextInput
        list={`${id}-zones`}
        spellCheck={false}
        value={value}
        onChange={({ target: { value: timeZone } }) =>
          change({
            ...hours,
            timeZone,
            ...(isTimeZone(timeZone) && { zoneLabel: labelOf(timeZone) }),
          })
        }
      />
      <datalist id={`${id}-zones`}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  )
}
