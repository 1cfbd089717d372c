import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { call as send } from '#contract/endpoint.ts'
import { localInput } from '#features/inbox/screens/time-dialog.tsx'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import { nameOf, startWords, theirTime } from './call-words.ts'
import { latest, useCallAct } from './use-agenda.ts'

type Person = { id: string; name: string }

export type Asked = { kind: 'move' | 'reassign' | 'cancel' | 'link'; call: Call }

export type CallDialogProps = DialogState & { asked: Asked; hosts: Person[] }

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

type AskingProps = CallDialogProps & {
  title: string
  submitLabel: string
  danger?: boolean
  failed: string
  message: string
  /** Why the form cannot be sent yet. */
  problem?: string
  act: (call: Call) => Promise<Call>
  /** @param error the message about the field. */
  children: (error: string | undefined) => ReactNode
}

function Asking(props: AskingProps) {
  const { asked, open, onClose, opener, failed, message, act } = props
  const client = useQueryClient()
  const [isTried, setTried] = useState(false)
  const saving = useCallAct(failed, { onDone: onClose, isToasted: false })
  const refused = saving.error instanceof ApiError ? Object.values(saving.error.fields ?? {}) : []
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (props.problem) return
    saving.mutate({ send: () => act(latest(client, asked.call)), message })
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      opener={opener}
      focusAfterwards={() => (opener?.isConnected ? null : returnTo(asked.call))}
      size="sm"
      title={props.title}
      description={startWords(asked.call.start)}
      id={useId()}
      submitLabel={props.submitLabel}
      submitVariant={props.danger ? 'danger' : 'primary'}
      busy={saving.isPending}
      onSubmit={submit}
    >
      {saving.isError && refused.length === 0 && (
        <FormMessage>{reasonOf(saving.error, failed)}</FormMessage>
      )}
      {props.children(isTried ? (props.problem ?? refused[0]) : undefined)}
    </FormDialog>
  )
}

function MoveCall(props: CallDialogProps) {
  const { call } = props.asked
  const [value, setValue] = useState('')
  const start = new Date(value)
  const isTime = !Number.isNaN(start.getTime())
  const theirs = isTime && theirTime(start.toISOString(), call.zone)
  return (
    <Asking
      {...props}
      title={`Move the call with ${nameOf(call)}`}
      submitLabel="Move the Call"
      failed="Failed to move the call"
      message="Call moved"
      {...(!isTime && { problem: 'Choose a time' })}
      act={({ id, sequence }) =>
        send(browser, agenda.move, { id, sequence, start: start.toISOString() })
      }
    >
      {(error) => (
        <TextField
          label="New time"
          type="datetime-local"
          required
          min={localInput(new Date())}
          value={value}
          error={error}
          hint={theirs ? `Their ${theirs}` : 'Any time the host has no other call'}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Asking>
  )
}

function ReassignCall(props: CallDialogProps) {
  const { asked, hosts } = props
  const { call } = asked
  const others = hosts.filter(({ id }) => id !== call.host.id)
  const [hostId, setHostId] = useState('')
  return (
    <Asking
      {...props}
      title={`Who takes the call with ${nameOf(call)}?`}
      submitLabel="Reassign the Call"
      failed="Failed to reassign the call"
      message="Call reassigned"
      {...(!hostId && { problem: 'Choose a host' })}
      act={({ id, sequence }) => send(browser, agenda.reassign, { id, sequence, hostId })}
    >
      {(error) =>
        others.length === 0 ? (
          <p>Nobody else takes calls.</p>
        ) : (
          <RadioGroup
            legend={`Instead of ${call.host.name}`}
            name="host"
            options={others.map(({ id, name }) => ({
              value: id,
              label: <bdi>{name}</bdi>,
            }))}
            value={hostId}
            error={error}
            onChange={(event) => setHostId(event.currentTarget.value)}
          />
        )
      }
    </Asking>
  )
}

function CancelCall(props: CallDialogProps) {
  const [reason, setReason] = useState('')
  const { call } = props.asked
  return (
    <Asking
      {...props}
      title={`Cancel the call with ${nameOf(call)}?`}
      submitLabel="Cancel the Call"
      danger
      failed="Failed to cancel the call"
      message="Call cancelled"
      act={({ id, sequence }) => send(browser, agenda.cancel, { id, sequence, reason })}
    >
      {(error) => (
        <TextField
          label="Reason"
          optional
          limit={500}
          value={reason}
          error={error}
          hint="For the visitor"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Asking>
  )
}

function LinkCall(props: CallDialogProps) {
  const { call } = props.asked
  const [url, setUrl] = useState(call.link ?? '')
  return (
    <Asking
      {...props}
      title={`Link of the call with ${nameOf(call)}`}
      submitLabel="Save the Link"
      failed="Failed to save the link"
      message="Link saved"
      act={({ id }) => send(browser, agenda.setLink, { id, url })}
    >
      {(error) => (
        <TextField
          label="Link"
          type="url"
          inputMode="url"
          autoComplete="off"
          limit={500}
          value={url}
          error={error}
          hint="Without one, the host’s usual link is used"
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
    </Asking>
  )
}

const forms = { move: MoveCall, reassign: ReassignCall, cancel: CancelCall, link: LinkCall }
