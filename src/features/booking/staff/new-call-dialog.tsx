import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { isAddress } from '#contract/email-address.ts'
import { call, type Input } from '#contract/endpoint.ts'
import type { ChatSession } from '#features/chat/protocol/protocol.ts'
import { useSession } from '#features/identity/sign-in/use-session.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { agenda } from '../agenda/contract.ts'
import { meetingTypes } from '../types/contract.ts'
import { CallTimeField } from './call-time-field.tsx'
import { howWords, startWords } from './call-words.ts'
import { isKnown, type Person, PersonFields } from './person-fields.tsx'
import { refreshAgenda } from './use-agenda.ts'

type Values = Person & {
  type: string
  hostId: string
  start: string
  contact: Input<typeof agenda.create>['contact']
  note: string
  further: boolean
}

const labels: Record<keyof Values, string> = {
  inquiryId: 'Request',
  clientId: 'Client',
  chatSessionId: 'Chat',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  type: 'Meeting type',
  hostId: 'Host',
  start: 'Time',
  contact: 'How',
  phone: 'Phone',
  note: 'Note',
  further: 'Another call',
}

const nobody: Person = {
  inquiryId: null,
  clientId: null,
  name: '',
  email: '',
  company: '',
  phone: '',
}

const schema = z
  .custom<Values>()
  .refine((values) => isKnown(values) || values.name.trim(), {
    path: ['name'],
    error: 'Name is required',
  })
  .refine((values) => isKnown(values) || isAddress(values.email.trim()), {
    path: ['email'],
    error: 'Valid email is required',
  })
  .refine(({ start }) => !Number.isNaN(Date.parse(start)), {
    path: ['start'],
    error: 'Choose a time',
  })

/** Books a call for a person, or for one who is found or typed. Must be remounted for each opening. */
export function NewCallDialog({ person, ...dialog }: DialogState & { person?: Person }) {
  const client = useQueryClient()
  const choices = useChoices()
  const state = useRecordForm({
    ...dialog,
    id: 'new-call',
    noun: 'call',
    labels,
    schema,
    valuesOf: (): Values => ({
      ...(person ?? nobody),
      type: '',
      hostId: '',
      start: '',
      contact: 'video',
      note: '',
      further: false,
    }),
    save({ start, ...values }, options) {
      const when = new Date(start).toISOString()
      const wanted = { ...values, ...choices.of(values).chosen, start: when }
      return call(browser, agenda.create, wanted, options).finally(() => refreshAgenda(client))
    },
    success: 'Call booked',
    failure: 'Failed to book the call',
  })
  const { form, field, about } = state
  const values = form.watch()
  const { chosen, types, hosts, contacts } = choices.of(values)
  const { contact } = chosen
  const { data: coming } = useQuery({
    ...query(agenda.ofRequests),
    enabled: values.inquiryId !== null,
  })
  const earlier = coming?.calls.find(({ inquiryId }) => inquiryId === values.inquiryId)
  const further = about('further')
  function put(changes: Partial<Values>) {
    for (const [name, value] of Object.entries(changes)) {
      const { isSubmitted: shouldValidate } = form.formState
      form.setValue(name as keyof Values, value, { shouldDirty: true, shouldValidate })
    }
  }
  return (
    <FormDialog
      {...state.dialog}
      title="New call"
      size="lg"
      submitLabel="Book the Call"
      result={choices.isLoaded && hosts.length === 0 && <NobodyTakesCalls />}
    >
      {state.messages}
      <PersonFields person={values} put={put} field={field} />
      {(earlier || further.error) && (
        <Fieldset id={further.id} legend={labels.further} hideLegend error={further.error}>
          <Checkbox
            label="Book another call"
            hint={`There is one already${earlier ? `: ${startWords(earlier.start)}` : ''}`}
            {...form.register('further')}
          />
        </Fieldset>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          {...about('type')}
          value={chosen.type}
          onChange={({ target }) => put({ type: target.value, start: '' })}
        >
          {types.map(({ slug, title, minutes }) => (
            <option key={slug} value={slug}>
              {title}, {minutes} min
            </option>
          ))}
        </SelectField>
        <SelectField
          {...about('hostId')}
          value={chosen.hostId}
          onChange={({ target }) => put({ hostId: target.value, start: '' })}
        >
          {hosts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <CallTimeField
        {...about('start')}
        of={chosen}
        value={values.start}
        onChange={(start) => put({ start })}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <RadioGroup
          {...groupOf(about('contact'))}
          name="contact"
          inline
          options={contacts.map((value) => ({ value, label: howWords[value] }))}
          value={contact}
          onChange={({ target }) => put({ contact: target.value as Values['contact'] })}
        />
        <TextField
          type="tel"
          limit={30}
          required={contact === 'phone'}
          optional={contact !== 'phone'}
          {...field('phone')}
        />
      </div>
      <TextAreaField optional rows={2} limit={2_000} {...field('note')} />
    </FormDialog>
  )
}

/** Books a call for the visitor of a chat. */
export function ChatCallDialog({ session, ...dialog }: DialogState & { session: ChatSession }) {
  const { name, email, company } = session.visitorInfo
  const known = { name: name || session.visitorName, email, company, phone: '' }
  const person = { inquiryId: null, clientId: null, chatSessionId: session.id, ...known }
  return <NewCallDialog {...dialog} person={person} />
}

const groupOf = ({ label, ...rest }: { id: string; label: string; error: string | undefined }) => ({
  legend: label,
  id: rest.id,
  ...(rest.error && { error: rest.error }),
})

/** The meeting types and their hosts; the signed-in user comes first. */
function useChoices() {
  const session = useSession()
  const me = session.state === 'authenticated' ? session.user.id : ''
  const known = useQuery(query(meetingTypes.list))
  const calls = useQuery(query(agenda.list, { limit: 1 }))
  const active = (calls.data?.hosts ?? []).toSorted(
    (one, other) => Number(other.id === me) - Number(one.id === me),
  )
  const types = (known.data?.meetingTypes ?? []).filter(
    (type) => type.active && active.some(({ id }) => type.hosts.includes(id)),
  )
  return {
    isLoaded: known.isSuccess && calls.isSuccess,
    /** The chosen type, host and contact, or else the first of each. */
    of(values: Pick<Values, 'type' | 'hostId' | 'contact'>) {
      const type = types.find(({ slug }) => slug === values.type) ?? types[0]
      const hosts = active.filter(({ id }) => type?.hosts.includes(id))
      const host = hosts.find(({ id }) => id === values.hostId) ?? hosts[0]
      const contacts = type?.locations ?? []
      const contact = contacts.find((one) => one === values.contact) ?? contacts[0] ?? 'video'
      const chosen = { type: type?.slug ?? '', hostId: host?.id ?? '', contact }
      return { chosen, types, hosts, contacts }
    },
  }
}

const NobodyTakesCalls = () => (
  <EmptyState
    headingLevel={3}
    title="Nobody takes calls yet."
    action={<ButtonLink to="/admin/booking">Take Calls</ButtonLink>}
  >
    A call needs a host.
  </EmptyState>
)
