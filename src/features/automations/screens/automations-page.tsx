import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import type { AutomationState } from '#contract/vocabulary.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { inbox } from '#features/inbox/deadlines/contract.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { adminHead } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { searchProblem } from '#web/ui/refused-input.ts'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpenings } from '#web/ui/use-openings.ts'
import { counted } from '#web/ui/words.ts'
import '#web/styles/records.css'
import '#web/ui/list-toolbar.css'
import { type AutomationItem, automations } from '../register/contract.ts'
import { StateCell } from './automation-state.tsx'
import { stateWords } from './automation-words.ts'
import './automations.css'
import { Due } from './due.tsx'
import { AutomationSlotsContext } from './slots.ts'
import { Strip } from './strip.tsx'
import {
  type AutomationsAddress,
  useAcknowledge,
  useAutomationsAddress,
  useRefreshAutomations,
} from './use-automations.ts'

const LazyAdd = lazyComponent(async () => (await import('./automation-dialogs.tsx')).AddAutomation)

export const meta = adminHead('Automations')

export default function AutomationsPage() {
  const address = useAutomationsAddress()
  const mayChange = useMay('admin')
  const addButton = useRef<HTMLButtonElement>(null)
  const adding = mayChange && address.isNew
  const additions = useOpenings(adding)
  const navigate = useNavigate()
  const [added, setAdded] = useState<string>()
  // The page of a new automation shows its address, once the form has left that of the list.
  useEffect(() => {
    if (added && !adding) void navigate(`/admin/automations/${added}`)
  }, [added, adding, navigate])
  useShortcut({ keys: 'n', label: 'Add Automation', run: () => address.setNew(true) }, mayChange)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Automations</h1>
        {mayChange && (
          <Button
            icon={Plus}
            ref={addButton}
            variant="primary"
            className="ml-auto"
            title="Add Automation (N)"
            aria-keyshortcuts="N"
            onClick={() => address.setNew(true)}
          >
            Add Automation
          </Button>
        )}
      </div>
      <Notices />
      <AutomationsPanel address={address} />
      <LazyAdd
        key={`add ${additions}`}
        open={adding}
        onClose={() => address.setNew(false)}
        opener={addButton.current}
        clientId={address.clientId}
        onSaved={({ id }) => setAdded(id)}
      />
    </>
  )
}

/** Notices about monitoring paused by a restore, and about missing monitoring of the product itself. */
function Notices() {
  const { data } = useQuery(query(automations.status))
  const mayChange = useMay('admin')
  const refresh = useRefreshAutomations()
  const resume = useMutation({
    mutationFn: () => call(browser, automations.resumeRestored, {}),
    onSuccess: ({ resumed }) => showSuccess(`${counted(resumed, 'automation')} resumed`),
    onError: (error) => showFailure(error, 'Failed to resume the automations'),
    onSettled: refresh,
  })
  if (!data) return null
  const { restored, watchdog, automations: count } = data
  return (
    <>
      {restored && (
        <div className="mb-5">
          <FormMessage tone="note">
            <p>
              {counted(restored.count, 'automation')} paused by the restore of{' '}
              <Time value={restored.at} format="datetime" />. Each resumes with its next success or
              failure.
            </p>
            {mayChange && (
              <Button className="mt-2" busy={resume.isPending} onClick={() => resume.mutate()}>
                Resume All
              </Button>
            )}
          </FormMessage>
        </div>
      )}
      {watchdog === false && count > 0 && (
        <p className="small mb-5 text-ink-2">
          Nobody hears when this installation itself stops: set <code>WATCHDOG_URL</code>.
        </p>
      )}
    </>
  )
}

const columns: Column<AutomationItem>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 210,
    cell: ({ id, name }) => (
      <RowHeader>
        <Link
          dir="auto"
          className="row-link automation-name block"
          data-automation={id}
          to={`/admin/automations/${id}`}
          title={name}
        >
          {name}
        </Link>
      </RowHeader>
    ),
  },
  {
    key: 'client',
    label: 'Client',
    width: 150,
    hiddenWhenNarrow: 2,
    cell: ({ client }) => (
      <Cell>
        <Link
          dir="auto"
          className="link automation-name block"
          to={`/admin/clients/${client.id}`}
          title={client.name}
        >
          {client.name}
        </Link>
      </Cell>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 122,
    cell: (row) => (
      <Cell>
        <StateCell {...row} />
      </Cell>
    ),
  },
  {
    key: 'strip',
    label: 'Last 90 runs',
    width: 280,
    cell: ({ strip }) => (
      <Cell>
        <Strip strip={strip} />
      </Cell>
    ),
  },
  {
    key: 'due',
    label: 'Due',
    width: 112,
    cell: (row) => (
      <Cell>
        <Due {...row} />
      </Cell>
    ),
  },
  {
    key: 'assignee',
    label: 'Assignee',
    width: 110,
    hiddenWhenNarrow: 1,
    cell: ({ assignee }) => (
      <Cell dir="auto" className="automation-name" title={assignee?.name}>
        {assignee?.name ?? '—'}
      </Cell>
    ),
  },
]

const card = (row: AutomationItem) => (
  <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <Link
          dir="auto"
          className="row-link wrap-anywhere"
          data-automation={row.id}
          to={`/admin/automations/${row.id}`}
        >
          {row.name}
        </Link>
        <p dir="auto" className="small wrap-anywhere text-ink-2">
          {row.client.name}
          {row.assignee && ` · ${row.assignee.name}`}
        </p>
      </div>
      <div className="flex-none text-right">
        <StateCell {...row} />
      </div>
    </div>
    <Strip strip={row.strip} />
    {row.dueAt && (
      <p className="small text-ink-2">
        Due <Due {...row} />
      </p>
    )}
  </div>
)

function AutomationsPanel({ address }: { address: AutomationsAddress }) {
  const { search, state, clientId, assigneeId } = address
  const { data, isPlaceholderData, paging, ...list } = usePages(automations.list, {
    ...(search && { search }),
    ...(state && { state }),
    ...(clientId && { clientId }),
    ...(assigneeId && { assigneeId }),
  })
  const rows = list.isError ? undefined : data?.items
  const total = data?.total ?? rows?.length ?? 0
  useListKeys(rows)
  const isEmpty = rows?.length === 0 && !address.isFiltered && !isPlaceholderData
  return (
    <section className="panel panel-cut" aria-label="Automations">
      {!isEmpty && (
        <Filters
          address={address}
          counts={data?.counts}
          words={rows ? counted(total, 'automation') : ''}
        />
      )}
      <Loaded
        query={{ ...list, data: rows }}
        className="m-4"
        message="Failed to fetch the automations"
        skeleton={<SkeletonList rows={8} />}
      >
        {(shown) =>
          shown.length > 0 ? (
            <DataList
              caption="Automations"
              columns={columns}
              card={card}
              rows={shown}
              total={total}
              busy={isPlaceholderData}
              filter={`${search} ${state} ${clientId} ${assigneeId}`}
              paging={paging}
            />
          ) : (
            !isPlaceholderData && <NoAutomations address={address} />
          )
        }
      </Loaded>
    </section>
  )
}

const statesInOrder = ['down', 'late', 'unobserved', 'new', 'up', 'paused', 'retired'] as const
const isAlwaysShown = new Set<AutomationState>(['down', 'late', 'up'])

function Filters({
  address,
  counts,
  words,
}: {
  address: AutomationsAddress
  counts: Record<AutomationState, number> | undefined
  words: string
}) {
  const { state, typed, clientId, assigneeId } = address
  const { ClientField } = useContext(AutomationSlotsContext)
  const people = useQuery(query(inbox.assignees))
  const { retired: _, ...watched } = counts ?? {}
  const all = Object.values(watched).reduce((sum, count) => sum + count, 0)
  const states = statesInOrder.filter(
    (one) => one === state || isAlwaysShown.has(one) || (counts?.[one] ?? 0) > 0,
  )
  return (
    <>
      <nav aria-label="States" className="chips no-print">
        <Link
          className="chip"
          to={address.withState(undefined)}
          aria-current={state ? undefined : 'true'}
          preventScrollReset
        >
          All {counts && <span>{all.toLocaleString()}</span>}
        </Link>
        {states.map((one) => (
          <Link
            key={one}
            className="chip"
            to={address.withState(one)}
            aria-current={one === state ? 'true' : undefined}
            preventScrollReset
          >
            {stateWords[one]} {counts && <span>{(counts[one] ?? 0).toLocaleString()}</span>}
          </Link>
        ))}
      </nav>
      <search className="list-toolbar no-print" aria-label="Filter automations">
        <Field
          label="Search automations"
          error={searchProblem(typed)}
          hideLabel
          className="list-search"
        >
          <TextInput
            type="search"
            value={typed}
            placeholder="Search name or client…"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => address.setTyped(event.currentTarget.value)}
          />
        </Field>
        {ClientField && (
          <Field label="Client" hideLabel className="automation-filter">
            <ClientField
              value={clientId ?? null}
              placeholder="All clients"
              onChange={address.setClient}
              clearable
            />
          </Field>
        )}
        <Field label="Assignee" hideLabel className="automation-filter">
          <Select
            value={assigneeId ?? ''}
            onChange={({ currentTarget }) => address.setAssignee(currentTarget.value)}
          >
            <option value="">All assignees</option>
            {people.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <p role="status" className="list-count text-ink-2 tabular-nums">
          {words}
        </p>
        {address.isFiltered && (
          <Button variant="quiet" onClick={address.clear}>
            Clear Filters
          </Button>
        )}
      </search>
    </>
  )
}

function NoAutomations({ address }: { address: AutomationsAddress }) {
  const mayChange = useMay('admin')
  if (address.isFiltered) {
    return (
      <EmptyState
        headingLevel={2}
        title="No automations match"
        action={<Button onClick={address.clear}>Clear Filters</Button>}
      />
    )
  }
  return (
    <EmptyState
      headingLevel={2}
      title="Hear when a client’s automation stops"
      action={
        mayChange && (
          <Button variant="primary" icon={Plus} onClick={() => address.setNew(true)}>
            Add Automation
          </Button>
        )
      }
    >
      Each automation gets an address that its script calls when it has run. When a call is missing
      or reports a failure, somebody here is told.
    </EmptyState>
  )
}

/** `j` and `k` move the focus between rows, Enter opens one, `a` acknowledges its incident. */
function useListKeys(rows: readonly AutomationItem[] | undefined): void {
  const acknowledge = useAcknowledge()
  const linkOf = (id: string | undefined) =>
    id ? document.querySelector<HTMLElement>(`[data-automation="${CSS.escape(id)}"]`) : null
  function focused(): AutomationItem | undefined {
    const active = document.activeElement
    const holder = active?.closest('tr, li')?.querySelector<HTMLElement>('[data-automation]')
    return rows?.find(({ id }) => id === holder?.dataset.automation)
  }
  function move(step: number) {
    if (!rows) return
    const current = focused()
    const at = current ? rows.indexOf(current) + step : 0
    const link = linkOf(rows[Math.min(Math.max(at, 0), rows.length - 1)]?.id)
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  useShortcut({ keys: 'j', label: 'Next automation', run: () => move(1) })
  useShortcut({ keys: 'k', label: 'Previous automation', run: () => move(-1) })
  useShortcut({
    keys: 'a',
    label: 'Acknowledge its incident',
    run: () => {
      const incident = focused()?.openIncident
      if (incident && !incident.acknowledgedAt) acknowledge.mutate({ id: incident.id })
    },
  })
}
