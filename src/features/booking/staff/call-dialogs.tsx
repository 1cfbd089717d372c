import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call as send } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import { CallTimeField } from './call-time-field.tsx'
import { nameOf, startWords, theirTime } from './call-words.ts'
import { NewCallDialog } from './new-call-dialog.tsx'
import { latest, refreshAgenda } from './use-agenda.ts'

type Named = { id: string; name: string }

export type Asked = { kind: 'move' | 'reassign' | 'cancel' | 'link' | 'book'; call: Call }

export type CallDialogProps = DialogState & { asked: Asked; hosts: Named[] }

/** The dialog of an act on a call. Must be remounted for each opening. */
export function CallDialog(props: CallDialogProps) {
  const Form = forms[props.asked.kind]
  return <Form {...props} />
}

/**
 * The element that gets the focus when the opener is gone. A moved call has a new row under its new
 * day, and a canceled one has no menu.
 */
function returnTo({ id }: Call): HTMLElement | null {
  const row = document.querySelector(`.agenda-day [data-call="${CSS.escape(id)}"]`)
  const button = row?.querySelector<HTMLElement>('[aria-haspopup]')
  return button ?? row?.querySelector('a') ?? document.getElementById('agenda-heading')
}

type CallForm = {
  /** The only field, as the server names it. */
  name: string
  label: string
  value?: string
  /** Shown if the field is left blank. */
  needed?: string
  success: string
  failure: string
  act: (call: Call, value: string) => Promise<Call>
}

function useCallForm({ asked, open, onClose, opener }: CallDialogProps, form: CallForm) {
  const { name, label, value = '', needed, act, ...words } = form
  const client = useQueryClient()
  const state = useRecordForm({
    ...words,
    open,
    onClose,
    opener: opener ?? null,
    focusAfterwards: () => (opener?.isConnected ? null : returnTo(asked.call)),
    id: 'call-act',
    noun: 'call',
    labels: { [name]: label },
    schema: z.object({ [name]: z.string().min(needed ? 1 : 0, needed) }),
    valuesOf: (): Record<string, string> => ({ [name]: value }),
    // A refused act may be about a call that has changed.
    save: (values) =>
      act(latest(client, asked.call), values[name] ?? '').finally(() => refreshAgenda(client)),
  })
  const dialog = {
    ...state.dialog,
    size: 'sm',
    description: startWords(asked.call.start),
  } as const
  return { ...state, dialog, field: state.field(name), value: state.form.watch(name) ?? '' }
}

function MoveCall(props: CallDialogProps) {
  const { call } = props.asked
  const { dialog, messages, about, value, form } = useCallForm(props, {
    name: 'start',
    label: 'New time',
    needed: 'Choose a time',
    success: 'Call moved',
    failure: 'Failed to move the call',
    act: ({ id, sequence }, value) =>
      send(browser, agenda.move, { id, sequence, start: new Date(value).toISOString() }),
  })
  const theirs = value && theirTime(new Date(value).toISOString(), call.zone)
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Move the call with ${nameOf(call)}`}
      submitLabel="Move the Call"
    >
      {messages}
      <CallTimeField
        {...about('start')}
        label="New time"
        of={{ type: call.type, hostId: call.host.id, without: call.id }}
        present={call.start}
        value={value}
        onChange={(start) => form.setValue('start', start, { shouldDirty: true })}
      />
      {theirs && <p className="text-ink-2">Their {theirs}</p>}
    </FormDialog>
  )
}

function ReassignCall(props: CallDialogProps) {
  const { call } = props.asked
  const others = props.hosts.filter(({ id }) => id !== call.host.id)
  const { dialog, messages, field, value, form } = useCallForm(props, {
    name: 'hostId',
    label: `Instead of ${call.host.name}`,
    needed: 'Choose a host',
    success: 'Call reassigned',
    failure: 'Failed to reassign the call',
    act: ({ id, sequence }, hostId) => send(browser, agenda.reassign, { id, sequence, hostId }),
  })
  const { label, error, id, name } = field
  return (
    <FormDialog
      {...dialog}
      title={`Who takes the call with ${nameOf(call)}?`}
      submitLabel="Reassign the Call"
    >
      {messages}
      {others.length === 0 ? (
        <p>Nobody else takes calls.</p>
      ) : (
        <RadioGroup
          id={id}
          legend={label}
          name={name}
          options={others.map((other) => ({ value: other.id, label: <bdi>{other.name}</bdi> }))}
          value={value}
          onChange={({ target }) => form.setValue(name, target.value, { shouldDirty: true })}
          {...(error && { error })}
        />
      )}
    </FormDialog>
  )
}

function CancelCall(props: CallDialogProps) {
  const { dialog, messages, field } = useCallForm(props, {
    name: 'reason',
    label: 'Reason',
    success: 'Call cancelled',
    failure: 'Failed to cancel the call',
    act: ({ id, sequence }, reason) => send(browser, agenda.cancel, { id, sequence, reason }),
  })
  return (
    <FormDialog
      {...dialog}
      title={`Cancel the call with ${nameOf(props.asked.call)}?`}
      submitLabel="Cancel the Call"
      submitVariant="danger"
    >
      {messages}
      <TextField optional limit={500} hint="For the visitor" {...field} />
    </FormDialog>
  )
}

function LinkCall(props: CallDialogProps) {
  const { call } = props.asked
  const { dialog, messages, field } = useCallForm(props, {
    name: 'url',
    label: 'Link',
    value: call.link ?? '',
    success: 'Link saved',
    failure: 'Failed to save the link',
    act: ({ id }, url) => send(browser, agenda.setLink, { id, url }),
  })
  return (
    <FormDialog
      {...dialog}
      title={`Link of the call with ${nameOf(call)}`}
      submitLabel="Save the Link"
    >
      {messages}
      <TextField
        type="url"
        inputMode="url"
        autoComplete="off"
        limit={500}
        hint="Without one, the host’s usual link is used"
        {...field}
      />
    </FormDialog>
  )
}

function BookAgain({ asked: { call }, hosts: _, ...dialog }: CallDialogProps) {
  const { inquiryId, clientId } = call
  const texts = textsOf(call, ['name', 'email', 'company', 'phone'])
  return <NewCallDialog {...dialog} person={{ inquiryId, clientId, ...texts }} />
}

const forms = {
  move: MoveCall,
  reassign: ReassignCall,
  cancel: CancelCall,
  link: LinkCall,
  book: BookAgain,
}
