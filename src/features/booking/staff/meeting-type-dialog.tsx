import { z } from 'zod'
import { call, type Output } from '#contract/endpoint.ts'
import { bookingContacts } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { bookingHosts } from '../hosts/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import { DurationField, QuantityField } from './quantity-field.tsx'
import { type MeetingType, useRefreshBooking } from './use-own-host.ts'

const labels = {
  title: 'Title',
  slug: 'Address',
  description: 'Description',
  minutes: 'Length',
  stepMinutes: 'A start every',
  bufferBefore: 'Free before',
  bufferAfter: 'Free after',
  noticeMinutes: 'Booked at least',
  horizonDays: 'Booked up to',
  changeUntilMinutes: 'Can be moved until',
  locations: 'How',
  hosts: 'Hosts',
  active: 'Can be booked',
}

const numbers = [
  'minutes',
  'stepMinutes',
  'bufferBefore',
  'bufferAfter',
  'noticeMinutes',
  'horizonDays',
  'changeUntilMinutes',
] as const

const locationWords = { video: 'Video call', phone: 'Phone call', in_person: 'In person' }

const usual = {
  title: '',
  slug: '',
  description: '',
  minutes: 30,
  stepMinutes: 30,
  bufferBefore: 0,
  bufferAfter: 15,
  noticeMinutes: 240,
  horizonDays: 30,
  changeUntilMinutes: 60,
  active: true,
}

/** The server validates: schemas of numbers would enlarge the code of every form. */
const schema = z.custom<Omit<MeetingType, 'id' | 'updatedAt'>>()

/** Adds a meeting type, or edits the given one. Must be remounted for each opening. */
export function MeetingTypeDialog(
  props: DialogState & {
    type: MeetingType | null
    hosts: Output<typeof bookingHosts.list>['hosts']
  },
) {
  const { type, hosts, ...dialog } = props
  const refresh = useRefreshBooking()
  const state = useRecordForm({
    ...dialog,
    id: 'meeting-type',
    noun: 'meeting type',
    labels,
    schema,
    record: type,
    valuesOf(record) {
      const { title, slug, description, active, ...rest } = record ?? usual
      const counts = Object.fromEntries(numbers.map((name) => [name, rest[name]]))
      return {
        ...(counts as Record<(typeof numbers)[number], number>),
        title,
        slug,
        description,
        active,
        locations: record?.locations ?? ['video' as const, 'phone' as const],
        hosts: record?.hosts ?? [],
      }
    },
    draft: `meeting type ${type?.id ?? 'new'}`,
    save: (values, options) =>
      type
        ? call(browser, meetingTypes.update, { ...values, id: type.id }, options)
        : call(browser, meetingTypes.create, values, options),
    recordOf: (saved) => saved,
    refresh,
  })
  const { form, field, about } = state
  const number = (name: (typeof numbers)[number]) => field(name, { valueAsNumber: true })
  const duration = (name: 'noticeMinutes' | 'changeUntilMinutes') => ({
    ...about(name),
    minutes: form.watch(name),
    onChange: (minutes: number) => form.setValue(name, minutes, { shouldDirty: true }),
  })
  return (
    <FormDialog
      {...state.dialog}
      title={type ? 'Edit meeting type' : 'Add meeting type'}
      submitLabel={type ? 'Save Changes' : 'Add'}
    >
      {state.messages}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField required limit={200} {...field('title')} />
        <TextField
          required
          spellCheck={false}
          autoCapitalize="none"
          limit={80}
          hint="The last part of /book/…. Can’t change once someone has booked"
          {...field('slug')}
        />
      </div>
      <TextAreaField optional rows={3} limit={2_000} {...field('description')} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <QuantityField after="minutes" {...number('minutes')} />
        <DurationField {...duration('noticeMinutes')} />
        <QuantityField after="days ahead" {...number('horizonDays')} />
        <DurationField {...duration('changeUntilMinutes')} />
        <QuantityField after="minutes" {...number('stepMinutes')} />
        <div className="grid grid-cols-2 gap-5">
          <QuantityField after="min" {...number('bufferBefore')} />
          <QuantityField after="min" {...number('bufferAfter')} />
        </div>
      </div>
      <Fieldset required {...groupOf(about('locations'))}>
        <div className="flex flex-wrap gap-x-6">
          {bookingContacts.map((contact) => (
            <Checkbox
              key={contact}
              label={locationWords[contact]}
              value={contact}
              {...form.register('locations')}
            />
          ))}
        </div>
      </Fieldset>
      <Fieldset {...groupOf(about('hosts'))}>
        {hosts.length === 0 && <p className="text-ink-2">Nobody takes calls yet.</p>}
        {hosts.map(({ userId, name, active }) => (
          <Checkbox
            key={userId}
            label={
              <span dir="auto" className="wrap-anywhere">
                {name}
              </span>
            }
            hint={active ? undefined : 'Takes no calls now'}
            value={userId}
            {...form.register('hosts')}
          />
        ))}
      </Fieldset>
      <Checkbox label={labels.active} hint="Booked calls stay" {...form.register('active')} />
    </FormDialog>
  )
}

function groupOf({ label, id, error }: { label: string; id: string; error?: string | undefined }) {
  return { legend: label, id, ...(error && { error }) }
}
