import { useQuery } from '@tanstack/react-query'
import { Archive, Plus, Rows3 } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { foldCase } from '#contract/fold-case.ts'
import { type ClientStatus, clientStatuses } from '#contract/vocabulary.ts'
import { useForwardedReturn } from '#features/google/screens/use-google-return.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { usePages } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { ExportSelected, StatusMenu } from '#web/editing/selection-acts.tsx'
import type { StatusChange } from '#web/editing/use-status-changes.ts'
import { adminHead } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { CountStrip } from '#web/ui/count-strip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import type { RowAction } from '#web/ui/row-menu.tsx'
import { SelectionBar, SelectMode, useSelection } from '#web/ui/selection.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useOpenings } from '#web/ui/use-openings.ts'
import { useCompactRows } from '#web/ui/use-row-density.ts'
import { capital, ofAll } from '#web/ui/words.ts'
import { ClientDataMenu } from '../data-exchange/client-data-menu.tsx'
import { dataExchange } from '../data-exchange/contract.ts'
import '#web/styles/records.css'
import './clients.css'
import { type ClientPage, type ClientSort, clients, type ListedClient } from '../contract.ts'
import { LoadingRows } from './clients-loading.tsx'
import { type ClientActions, ClientRows } from './clients-table.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'
import { useListReturn } from './use-list-return.ts'
import { useStatusChange } from './use-status-change.ts'

const LazyDialog = lazyComponent(async () => (await import('./client-form.tsx')).ClientDialog)
const LazyDelete = lazyComponent(async () => (await import('./delete-client.tsx')).DeleteClient)

export const meta = adminHead('Clients')

export default function ClientsPage() {
  useForwardedReturn()
  const address = useListAddress()
  const mayChange = useMay('admin')
  const heading = useRef<HTMLHeadingElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const editing = useDialog<ListedClient>()
  const deleting = useDialog<ListedClient>()
  const navigate = useNavigate()
  const { mutate: setStatus, ...changing } = useStatusChange()
  const latest = useRef({ navigate, setStatus })
  latest.current = { navigate, setStatus }
  const actions = useMemo(
    (): ClientActions => ({
      onEdit: editing.show,
      itemsOf: (client) => [
        statusItem(client, (status) => latest.current.setStatus({ ids: [client.id], status })),
        {
          label: 'New Project',
          onSelect: () =>
            void latest.current.navigate(`/admin/clients/${client.id}?tab=projects&new=1`),
        },
        { label: 'Copy Email', keepsFocus: true, onSelect: () => void copyText(client.email) },
        { label: 'Delete', danger: true, onSelect: (opener) => deleting.show(client, opener) },
      ],
    }),
    [editing.show, deleting.show],
  )
  const adding = mayChange && address.isNew
  const additions = useOpenings(adding)
  useShortcut({ keys: 'n', label: 'Add Client', run: () => address.setNew(true) }, mayChange)

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Clients</h1>
        {mayChange && (
          <div className="ml-auto flex flex-wrap gap-2">
            <Button
              icon={Plus}
              ref={addButton}
              variant="primary"
              title="Add Client (N)"
              aria-keyshortcuts="N"
              onClick={() => address.setNew(true)}
            >
              Add Client
            </Button>
            <ClientDataMenu />
          </div>
        )}
      </div>
      <ClientPanel
        address={address}
        heading={heading}
        actions={actions}
        change={{ mutate: setStatus, ...changing }}
      />
      <LazyDialog
        key={`add ${additions}`}
        open={adding}
        onClose={() => address.setNew(false)}
        opener={addButton.current}
      />
      {editing.subject && (
        <LazyDialog key={`edit ${editing.opening}`} client={editing.subject} {...editing.state} />
      )}
      {deleting.subject && (
        <LazyDelete
          key={`delete ${deleting.opening}`}
          client={deleting.subject}
          {...deleting.state}
          focusAfterwards={() => heading.current}
        />
      )}
    </>
  )
}

function statusItem(
  { status }: ListedClient,
  set: (status: ListedClient['status']) => void,
): RowAction {
  const isArchived = status === 'archived'
  return {
    label: isArchived ? 'Make active' : 'Archive',
    keepsFocus: true,
    onSelect: () => set(isArchived ? 'active' : 'archived'),
  }
}

function ClientPanel({
  address,
  heading,
  actions,
  change,
}: {
  actions: ClientActions
  change: StatusChange<ClientStatus>
  address: ListAddress
  heading: React.RefObject<HTMLHeadingElement | null>
}) {
  const { search, status, sort } = address
  const mayChange = useMay('admin')
  const [compact, setCompact] = useCompactRows()
  const { data, isPlaceholderData, paging, ...state } = usePages(clients.list, {
    ...(search && { search }),
    ...(status && { status }),
    ...(sort !== '-created' && { sort }),
  })
  const shown = state.isError ? undefined : data
  const isPart = search !== '' || status !== undefined
  const everything = useQuery({ ...query(clients.list, { limit: 1 }), enabled: isPart })
  const all = isPart ? everything.data?.total : undefined
  // Until the response arrives, the rows on the screen are filtered here.
  const rows = useMemo(
    () => (isPlaceholderData ? shown?.clients.filter(matcher(search, status)) : shown?.clients),
    [isPlaceholderData, shown, search, status],
  )
  const setSort = useRef(address.setSort)
  setSort.current = address.setSort
  const onSort = useCallback((next: ClientSort) => setSort.current(next), [])
  const filter = `${status ?? ''} ${search}`
  const selection = useSelection(rows, filter)
  useListReturn(rows !== undefined)
  return (
    <>
      <Stats page={shown} rows={rows} isMissing={state.isError} />
      <section className="panel panel-cut mt-5" aria-labelledby="clients-heading">
        <h2 ref={heading} id="clients-heading" tabIndex={-1} className="list-heading">
          All clients
        </h2>
        <ListToolbar
          fields="name, email or company"
          {...address}
          subject="clients"
          statuses={clientStatuses}
          count={
            shown
              ? `${ofAll(shown.total, all)} ${(all ?? shown.total) === 1 ? 'client' : 'clients'}`
              : ''
          }
        >
          {mayChange && <SelectMode selection={selection} />}
          <Button
            variant="quiet"
            icon={Rows3}
            className="ml-auto max-md:hidden"
            aria-pressed={compact}
            onClick={() => setCompact(!compact)}
          >
            Compact
          </Button>
        </ListToolbar>
        <Loaded
          query={{ ...state, data: rows }}
          className="m-4"
          message="Failed to fetch clients"
          skeleton={<LoadingRows />}
        >
          {(clients) =>
            clients.length > 0 ? (
              <ClientRows
                clients={clients}
                busy={isPlaceholderData}
                paging={paging}
                filter={filter}
                sort={sort}
                onSort={onSort}
                actions={actions}
                total={shown?.total ?? clients.length}
                selection={mayChange ? selection : undefined}
              />
            ) : (
              !isPlaceholderData && <NoClients address={address} />
            )
          }
        </Loaded>
        {mayChange && (
          <SelectionBar selection={selection} subject="clients">
            <StatusMenu selection={selection} change={change} statuses={clientStatuses} />
            <ExportSelected selection={selection} endpoint={dataExchange.exportChosenClients} />
            <Button
              icon={Archive}
              busy={change.isPending}
              onClick={() =>
                change.mutate(
                  { ids: selection.ids(), status: 'archived' },
                  { onSuccess: selection.clear },
                )
              }
            >
              Archive
            </Button>
          </SelectionBar>
        )}
      </section>
    </>
  )
}

function matcher(search: string, status: ListAddress['status']) {
  const term = foldCase(search)
  return (client: ListedClient) =>
    (!status || client.status === status) &&
    [client.name, client.email, client.company ?? ''].some((text) => foldCase(text).includes(term))
}

function Stats(props: {
  page: ClientPage | undefined
  rows: ListedClient[] | undefined
  isMissing: boolean
}) {
  const { page, rows, isMissing } = props
  const counts = [
    { label: 'Total Clients', count: page?.total, meaning: 'in this list' },
    ...clientStatuses.map((status) => ({
      label: capital(status),
      count: rows?.filter((client) => client.status === status).length,
      meaning: 'on this page',
    })),
  ]
  return <CountStrip counts={counts} isMissing={isMissing} className="client-stats" />
}

function NoClients({ address }: { address: ListAddress }) {
  const mayChange = useMay('admin')
  const { search, status } = address
  if (search || status) {
    const title = `No ${status ? `${status} ` : ''}clients${search ? ` match '${search}'` : ''}`
    return (
      <EmptyState title={title} action={<Button onClick={address.clear}>Clear Filters</Button>} />
    )
  }
  const add = mayChange && (
    <Button variant="primary" onClick={() => address.setNew(true)}>
      Create First Client
    </Button>
  )
  return (
    <EmptyState title="No clients found" action={add}>
      Everyone you work for, with their projects, notes and documents.
    </EmptyState>
  )
}
