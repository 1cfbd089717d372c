import { z } from 'zod'
import { call, type Output } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { channelKinds, notificationEvents } from '#contract/vocabulary.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
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

const labels = {
  name: 'Name',
  kind: 'Kind',
  url: 'Address',
  topic: 'Topic',
  secret: 'Access token',
  events: 'Events',
  showNames: 'Show names of visitors',
}

type Values = Pick<Channel, 'kind' | 'name' | 'showNames'> & {
  url: string
  topic: string
  secret: string
  events: NotificationEvent[]
}

/** The server validates. */
const schema = z.custom<Values>()

const addressHints = {
  slack: 'Of an incoming webhook, https://hooks.slack.com/…',
  teams: 'Of a workflow “When a Teams webhook request is received”',
  discord: 'Of a webhook, https://discord.com/api/webhooks/…',
  ntfy: 'Of the server, such as https://ntfy.sh',
}

/** Adds a channel, or edits `channel`. Each opening mounts the form anew. */
export function ChannelForm(
  props: DialogState & {
    channel: Channel | null
    offered: readonly NotificationEvent[]
    onSaved: () => Promise<unknown>
  },
) {
  const { channel, offered, onSaved, ...state } = props
  const form = useRecordForm({
    ...state,
    id: 'channel',
    noun: 'channel',
    success: channel ? 'Channel saved' : 'Channel added',
    labels,
    schema,
    record: channel,
    valuesOf: (record) => ({
      ...textsOf(record, ['name', 'topic']),
      kind: record?.kind ?? 'slack',
      url: '',
      secret: '',
      showNames: record?.showNames ?? false,
      events: (record?.events ?? usualEvents) as NotificationEvent[],
    }),
    save({ url, secret, topic, ...values }, options) {
      const input = {
        ...values,
        ...(values.kind === 'ntfy' && { topic, ...(secret && { secret }) }),
      }
      return channel
        ? call(browser, channels.update, { ...input, id: channel.id, ...(url && { url }) }, options)
        : call(browser, channels.create, { ...input, url }, options)
    },
    refresh: onSaved,
  })
  const { field, about } = form
  const { register, watch } = form.form
  const kind = watch('kind')
  // A chosen event that can no longer occur must still be removable.
  const shownEvents = notificationEvents.filter((event) =>
    [...offered, ...(channel?.events ?? [])].includes(event),
  )
  const { label: legend, ...events } = about('events')
  return (
    <FormDialog
      {...form.dialog}
      title={channel ? `Edit ${channel.name}` : 'Add channel'}
      description="A room that gets a message for each event, with number, due time and link."
      submitLabel={channel ? 'Save' : 'Add'}
    >
      {form.messages}
      <TextField required limit={80} {...field('name')} />
      <SelectField {...field('kind')}>
        {channelKinds.map((each) => (
          <option key={each} value={each}>
            {kindWords[each]}
          </option>
        ))}
      </SelectField>
      <TextField
        required={!channel}
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint={channel ? 'Leave empty to keep the current one' : addressHints[kind]}
        {...field('url')}
      />
      {kind === 'ntfy' && (
        <>
          <TextField required autoComplete="off" {...field('topic')} />
          <TextField
            optional
            autoComplete="off"
            spellCheck={false}
            hint={channel?.hasSecret ? 'Leave empty to keep the current one' : undefined}
            {...field('secret')}
          />
        </>
      )}
      <Fieldset legend={legend} {...events}>
        <div className="grid sm:grid-cols-2">
          {shownEvents.map((event) => (
            <Checkbox
              key={event}
              label={channelEventWords[event]}
              value={event}
              {...register('events')}
            />
          ))}
        </div>
      </Fieldset>
      <Checkbox
        label={labels.showNames}
        hint="Everyone in the room sees them too."
        {...register('showNames')}
      />
    </FormDialog>
  )
}
