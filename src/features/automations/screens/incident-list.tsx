import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { Time } from '#web/ui/time.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { type Incident, incidents } from '../incidents/contract.ts'
import { causeWords } from './automation-words.ts'
import './automations.css'
import { useRefreshAutomations } from './use-automations.ts'

type Act = 'acknowledge' | 'close'
type Asked = { act: Act; incident: Incident }

export function OpenIncidents({ automationId }: { automationId: string }) {
  const open = useQuery(query(incidents.list, { automationId, open: true }))
  const asked = useDialog<Asked>()
  const items = open.data?.items ?? []
  const first = items.find(({ acknowledgedAt }) => !acknowledgedAt)
  useShortcut(
    {
      keys: 'a',
      label: 'Acknowledge the incident',
      run: () => first && asked.show({ act: 'acknowledge', incident: first }),
    },
    first !== undefined,
  )
  return (
    <>
      {open.isError && (
        <ErrorState
          message="Failed to fetch the incidents"
          onRetry={open.refetch}
          retrying={open.isFetching}
        />
      )}
      {items.map((incident) => (
        <IncidentCard
          key={incident.id}
          incident={incident}
          ask={(act, opener) => asked.show({ act, incident }, opener)}
        />
      ))}
      {asked.subject && <IncidentDialog key={asked.opening} {...asked.subject} {...asked.state} />}
    </>
  )
}

function IncidentCard(props: { incident: Incident; ask: (act: Act, opener: HTMLElement) => void }) {
  const { incident, ask } = props
  const { id, cause, openedAt, deadlineAt, acknowledgedAt, acknowledgedBy, note } = incident
  const mayClose = useMay('admin')
  const isRun = incident.class === 'run'
  return (
    <section
      className="incident-card"
      aria-labelledby={`incident-${id}`}
      data-calm={acknowledgedAt || !isRun || undefined}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`incident-${id}`} className="font-semibold">
          Incident: {causeWords[cause].toLowerCase()}
        </h2>
        {incident.flapping && <Badge variant="outline">Keeps coming back</Badge>}
      </div>
      <p>
        Open since <Time value={openedAt} format="datetime" />
        {!isRun && deadlineAt && (
          <>
            , for <Time value={deadlineAt} />
          </>
        )}
        .{' '}
        {acknowledgedAt ? (
          <>
            <bdi>{acknowledgedBy?.name ?? 'Somebody who has left'}</bdi> acknowledged it{' '}
            <Time value={acknowledgedAt} format="datetime" />.
          </>
        ) : (
          'Nobody has acknowledged it.'
        )}
        {isRun ? ' The next success closes it.' : ' A new date closes it.'}
      </p>
      {note && (
        <p dir="auto" className="measure wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!acknowledgedAt && (
          <Button
            variant="primary"
            title="Acknowledge (A)"
            aria-keyshortcuts="A"
            onClick={({ currentTarget }) => ask('acknowledge', currentTarget)}
          >
            Acknowledge
          </Button>
        )}
        {mayClose && (
          <Button onClick={({ currentTarget }) => ask('close', currentTarget)}>Close</Button>
        )}
      </div>
    </section>
  )
}

const acts = {
  acknowledge: {
    title: 'Acknowledge the incident',
    text: 'You look after it: owners are not told any more.',
    done: 'Incident acknowledged',
    label: 'Acknowledge',
  },
  close: {
    title: 'Close the incident',
    text: 'It is over, whatever the automation reports.',
    done: 'Incident closed',
    label: 'Close Incident',
  },
}

function IncidentDialog({ act, incident, ...dialog }: DialogState & Asked) {
  const [note, setNote] = useState('')
  const refresh = useRefreshAutomations()
  const { title, text, done, label } = acts[act]
  const send = useMutation({
    mutationFn: () => call(browser, incidents[act], { id: incident.id, ...(note && { note }) }),
    async onSuccess() {
      dialog.onClose()
      showSuccess(done)
      await refresh()
    },
    onError: () => refresh(),
  })
  return (
    <FormDialog
      {...dialog}
      id="incident-form"
      title={title}
      size="sm"
      submitLabel={label}
      busy={send.isPending}
      dirty={note !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
      focusAfterwards={() => document.querySelector<HTMLElement>('main h1')}
    >
      {send.isError && (
        <FormMessage>{reasonOf(send.error, 'Failed to change the incident')}</FormMessage>
      )}
      <p className="text-ink-2">{text}</p>
      <TextAreaField
        label="Note"
        optional
        rows={3}
        limit={1_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const shownEarlier = 10

export function EarlierIncidents({ automationId }: { automationId: string }) {
  const closed = usePages(
    incidents.list,
    { automationId, open: false, limit: shownEarlier },
    { parameter: 'incidents' },
  )
  return (
    <section className="panel panel-cut" aria-labelledby="incidents-heading">
      <h2 id="incidents-heading" className="panel-heading">
        Earlier incidents
      </h2>
      <Loaded
        query={{ ...closed, data: closed.data?.items }}
        className="m-4"
        message="Failed to fetch the incidents"
        skeleton={<SkeletonList rows={2} />}
      >
        {(items) =>
          items.length > 0 ? (
            <DataList
              caption="Earlier incidents"
              card={EarlierIncident}
              rows={items}
              busy={closed.isPlaceholderData}
              paging={closed.paging}
              heading="#incidents-heading"
            />
          ) : (
            <p className="p-5 text-ink-2">None so far.</p>
          )
        }
      </Loaded>
    </section>
  )
}

function EarlierIncident({ cause, openedAt, closedAt, closedBy, note }: Incident) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{causeWords[cause]}</p>
      <p className="small text-ink-2">
        <Time value={openedAt} format="datetime" /> to{' '}
        {closedAt && <Time value={closedAt} format="datetime" />}
        {closedBy ? (
          <>
            , closed by <bdi>{closedBy.name}</bdi>
          </>
        ) : (
          ', ended by itself'
        )}
      </p>
      {note && (
        <p dir="auto" className="small wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
    </div>
  )
}
