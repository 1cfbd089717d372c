import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { call } from '#contract/endpoint.ts'
import type { NotificationEvent } from '#contract/vocabulary.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import { adminHead } from '#web/firm.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Time } from '#web/ui/time.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { channels } from '../channels/contract.ts'
import { type Channel, ChannelForm } from './channel-form.tsx'
import { kindWords, resultWords } from './channel-words.ts'
import { channelEventWords } from './event-words.ts'

export const meta = adminHead('Channels')

export default function ChannelsPage() {
  if (useMay('admin')) return <AdminsView />
  return (
    <>
      <h1 className="h3 mb-6">Channels</h1>
      <section className="panel">
        <EmptyState
          title="Only admins can set up channels"
          headingLevel={2}
          action={<ButtonLink to="/admin">Back to the Dashboard</ButtonLink>}
        >
          Ask an admin to notify one of your team’s rooms about new requests.
        </EmptyState>
      </section>
    </>
  )
}

function AdminsView() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({ ...query(channels.list), ...refetchAlways })
  const form = useDialog<Channel | null>()
  const deleting = useDialog<Channel>()
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(channels.list) })
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      className="ml-auto"
      onClick={({ currentTarget }) => form.show(null, currentTarget)}
    >
      Add Channel
    </Button>
  )
  const isEmpty = list.data?.channels.length === 0
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="h3">
          Channels
        </h1>
        {!isEmpty && add}
      </div>
      <section className="panel panel-cut" aria-label="Channels">
        <Loaded
          query={list}
          className="m-5"
          message="Failed to fetch the channels"
          skeleton={<SkeletonList rows={3} />}
        >
          {({ channels: all }) =>
            all.length === 0 ? (
              <EmptyState title="No channels yet" headingLevel={2} action={add}>
                A channel notifies a room in Slack, Microsoft Teams, Discord or ntfy about new
                requests and replies that are due.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-rule">
                {all.map((channel) => (
                  <ChannelRow
                    key={channel.id}
                    channel={channel}
                    onChanged={refresh}
                    onEdit={(opener) => form.show(channel, opener)}
                    onDelete={(opener) => deleting.show(channel, opener)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {form.subject !== undefined && (
        <ChannelForm
          key={form.opening}
          {...form.state}
          channel={form.subject}
          offered={list.data?.offered ?? []}
          onSaved={refresh}
        />
      )}
      {deleting.subject && (
        <DeleteChannel
          key={deleting.opening}
          {...deleting.state}
          channel={deleting.subject}
          onDeleted={refresh}
          heading={heading}
        />
      )}
    </>
  )
}

function DeleteChannel(
  props: DialogState & {
    channel: Channel
    onDeleted: () => unknown
    heading: RefObject<HTMLHeadingElement | null>
  },
) {
  const { channel, onDeleted, heading, ...state } = props
  return (
    <DeleteDialog
      {...state}
      noun="channel"
      name={channel.name}
      consequence="It won’t get any more messages."
      send={() => call(browser, channels.remove, { id: channel.id })}
      onDeleted={onDeleted}
      focusAfterwards={() => heading.current}
    />
  )
}

function ChannelRow(props: {
  channel: Channel
  onChanged: () => unknown
  onEdit: (opener: HTMLElement) => void
  onDelete: (opener: HTMLElement | null) => void
}) {
  const { channel, onChanged, onEdit, onDelete } = props
  const { id, kind, name, host, topic, events, showNames, active, failingSince } = channel
  const { text, isBad } = resultWords(channel)
  const test = useMutation({
    mutationFn: () => call(browser, channels.test, { id }),
    onSuccess: async ({ status, line }) => {
      if (status !== null && status >= 200 && status < 300) showSuccess('Test message delivered')
      else showFailure(undefined, `${status ?? 'No response'}: ${line}`)
      await onChanged()
    },
    onError: (error) => showFailure(error, 'Failed to send a test'),
  })
  const toggle = useMutation({
    mutationFn: () =>
      call(
        browser,
        channels.update,
        {
          id,
          kind,
          name,
          topic,
          showNames,
          active: !active,
          events: events as NotificationEvent[],
        },
        { ifMatch: channel.updatedAt },
      ),
    onSuccess: onChanged,
    onError: (error) => showFailure(error, 'Failed to change the channel'),
  })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {name}
          </span>
          <Badge variant="outline">{kindWords[kind]}</Badge>
        </p>
        <p dir="auto" className="small wrap-anywhere text-ink-2">
          {host}
          {topic && ` · ${topic}`}
          {showNames && ' · with names'}
        </p>
        <p className="small text-ink-2">
          {events.map((event) => channelEventWords[event as NotificationEvent]).join(' · ')}
        </p>
        <p className={isBad ? 'small font-semibold text-danger-text' : 'small text-ink-2'}>
          {text}
          {failingSince && (
            <>
              {' since '}
              <Time value={failingSince} format="datetime" />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busy={test.isPending} aria-label={`Test ${name}`} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button aria-label={`Edit ${name}`} onClick={({ currentTarget }) => onEdit(currentTarget)}>
          Edit
        </Button>
        <RowMenu
          label={`More for ${name}`}
          items={[
            {
              label: active ? 'Turn Off' : 'Turn On',
              keepsFocus: true,
              onSelect: () => toggle.mutate(),
            },
            { label: 'Delete', danger: true, onSelect: onDelete },
          ]}
        />
      </div>
    </li>
  )
}
