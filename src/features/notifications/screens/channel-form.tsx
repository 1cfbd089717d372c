import { type FormEvent, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { channelKinds, notificationEvents } from '#contract/vocabulary.ts'
import { ApiError, refusedFields, sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { channels } from '../channels/contract.ts'
import { kindWords } from './channel-words.ts'
import { channelEventWords } from './event-words.ts'

export type Channel = Output<typeof channels.list>['channels'][number]

const usualEvents: NotificationEvent[] = [
  'lead.created',
  'deadline.unassigned',
  'deadline.overdue',
  'chat.waiting',
] as const

const fields = ['name', 'kind', 'url', 'topic', 'secret', 'events'] as const

const addressHints = {
  slack: 'Of an incoming webhook, https://hooks.slack.com/…',
  teams: 'Of a workflow “When a Teams webhook request is received”',
  discord: 'Of a webhook, https://discord.com/api/webhooks/…',
  ntfy: 'Of the server, such as https://ntfy.sh',
}

/** Adds a channel, or edits `channel`. Each opening mounts the form anew. */
export function ChannelForm(props: {
  channel: Channel | null
  offered: readonly NotificationEvent[]
  state: DialogState
  onSaved: () => Promise<unknown>
}) {
  const { channel, offered, state, onSaved } = props
  const [input, setInput] = useState({
    kind: channel?.kind ?? ('slack' as const),
    name: channel?.name ?? '',
    url: '',
    topic: channel?.topic ?? '',
    secret: '',
    showNames: channel?.showNames ?? false,
    events: (channel?.events ?? usualEvents) as NotificationEvent[],
  })
  const [base, setBase] = useState(channel?.updatedAt)
  const [keys] = useState(submissionKeys)
  const change = (part: Partial<typeof input>) => setInput((before) => ({ ...before, ...part }))
  const isNtfy = input.kind === 'ntfy'
  const save = useMutation({
    mutationFn: (): Promise<unknown> => {
      const { url, secret, topic, ...rest } = input
      const sent = {
        ...rest,
        ...(isNtfy && { topic, ...(secret && { secret }) }),
      }
      return channel
        ? call(
            browser,
            channels.update,
            { ...sent, id: channel.id, ...(url && { url }) },
            { ifMatch: base },
          )
        : call(
            browser,
            channels.create,
            { ...sent, url },
            { idempotencyKey: keys.keyOf({ ...sent, url }) },
          )
    },
    onSuccess: async () => {
      state.onClose()
      showSuccess(channel ? 'Channel saved' : 'Channel added')
      await onSaved()
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.current) return
      setBase((error.current as Channel).updatedAt)
      void onSaved()
    },
  })
  // A chosen event that can no longer occur must still be removable.
  const shownEvents = notificationEvents.filter((event) =>
    [...offered, ...(channel?.events ?? [])].includes(event),
  )
  const refused = refusedFields(save.error, [...fields])
  const about = (name: (typeof fields)[number]) => ({
    id: `channel-${name}`,
    error: refused.find((one) => one.name === name)?.message,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <FormDialog
      id="channel-form"
      open={state.open}
      onOpenChange={state.onClose}
      title={channel ? `Edit ${channel.name}` : 'Add channel'}
      description="A room that gets a message for each event, with number, due time and link."
      submitLabel={channel ? 'Save' : 'Add'}
      busy={save.isPending}
      onSubmit={submit}
    >
      <ErrorSummary
        errors={refused.map(({ name, message }) => ({ id: `channel-${name}`, message }))}
        attempt={save.failureCount}
      />
      <TextField
        label="Name"
        required
        limit={80}
        value={input.name}
        onChange={({ target }) => change({ name: target.value })}
        {...about('name')}
      />
      <SelectField
        label="Kind"
        value={input.kind}
        onChange={({ target }) => change({ kind: target.value as Channel['kind'] })}
        {...about('kind')}
      >
        {channelKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Address"
        required={!channel}
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint={channel ? 'Leave empty to keep the current one' : addressHints[input.kind]}
        value={input.url}
        onChange={({ target }) => change({ url: target.value })}
        {...about('url')}
      />
      {isNtfy && (
        <>
          <TextField
            label="Topic"
            required
            autoComplete="off"
            value={input.topic}
            onChange={({ target }) => change({ topic: target.value })}
            {...about('topic')}
          />
          <TextField
            label="Access token"
            optional
            autoComplete="off"
            spellCheck={false}
            hint={channel?.hasSecret ? 'Leave empty to keep the current one' : undefined}
            value={input.secret}
            onChange={({ target }) => change({ secret: target.value })}
            {...about('secret')}
          />
        </>
      )}
      <Fieldset legend="Events" {...about('events')}>
        <div className="grid sm:grid-cols-2">
          {shownEvents.map((event) => (
            <Checkbox
              key={event}
              label={channelEventWords[event]}
              checked={input.events.includes(event)}
              onChange={({ target }) =>
                change({
                  events: target.checked
                    ? [...input.events, event]
                    : input.events.filter((one) => one !== event),
                })
              }
            />
          ))}
        </div>
      </Fieldset>
      <Checkbox
        label="Show names of visitors"
        hint="Everyone in the room sees them too."
        checked={input.showNames}
        onChange={({ target }) => change({ showNames: target.checked })}
      />
      {save.isError && refused.length === 0 && (
        <FormMessage>
          {sentenceOf(save.error, 'Failed to save the channel')}
          {base !== channel?.updatedAt && ' Saving again replaces their version.'}
        </FormMessage>
      )}
    </FormDialog>
  )
}
