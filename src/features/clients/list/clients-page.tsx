import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Rows3 } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { foldCase } from '#contract/fold-case.ts'
import { clientStatuses } from '#contract/vocabulary.ts'
import { useForwardedReturn } from '#features/google/screens/use-google-return.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { adminHead } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { late } from '#web/ui/late.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useOpenings } from '#web/ui/use-openings.ts'
import { useCompactRows } from '#web/ui/use-row-density.ts'
import { capital } from '#web/ui/words.ts'
import { ClientDataMenu } from '../data-exchange/client-data-menu.tsx'
import { ClientDialog } from './client-form.tsx'
import '#web/styles/records.css'
import './clients.css'
import {
  type ClientPage,
  type ClientSort,
  clients,
  type ListedClient,
  pageSize,
} from '../contract.ts'
import { LoadingRows } from './clients-loading.tsx'
import { ClientRows, type RowActions } from './clients-table.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'

const LateDelete = late(async () => (await import('./delete-client.tsx')).DeleteClient)

export const meta = adminHead('Clients')

export default function ClientsPage() {
  useForwardedReturn()
  const address = useListAddress()
  const mayChange = useMay('admin')
  const heading = useRef<HTMLHeadingElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const editing = useDialog<ListedClient>()
  const deleting = useDialog<ListedClient>()
  const adding = mayChange && address.isNew
  const additions = useOpenings(adding)
  useShortcut({ keys: 'n', label: 'Add Client', run: () => address.setNew(true) }, mayChange)

  function openPage(page: number) {
    address.setPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }

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
        onPage={openPage}
        onEdit={editing.show}
        onDelete={deleting.show}
      />
      <ClientDialog
        key={`add ${additions}`}
        open={adding}
        onClose={() => address.setNew(false)}
        opener={addButton.current}
      />
      {editing.subject && (
        <ClientDialog key={`edit ${editing.opening}`} client={editing.subject} {...editing.state} />
      )}
      {deleting.subject && (
        <LateDelete
          key={`delete ${deleting.opening}`}
          client={deleting.subject}
          {...deleting.state}
          focusAfterwards={() => heading.current}
        />
      )}
    </>
  )
}

function ClientPanel({
  address,
  heading,
  onPage,
  ...actions
}: RowActions & {
  address: ListAddress
  heading: React.RefObject<HTMLHeadingElement | null>
  onPage: (page: number) => void
}) {
  const { search, status, page, sort } = address
  const [compact, setCompact] = useCompactRows()
  const { data, isPlaceholderData, ...state } = useQuery({
    ...query(clients.list, {
      page,
      limit: pageSize,
      ...(search && { search }),
      ...(status && { status }),
      ...(sort !== '-created' && { sort }),
    }),
    placeholderData: keepPreviousData,
  })
  const shown = state.isError ? undefined : data
  // Until the response arrives, the rows on screen already follow the filter.
  const rows = useMemo(
    () => (isPlaceholderData ? shown?.clients.filter(matcher(search, status)) : shown?.clients),
    [isPlaceholderData, shown, search, status],
  )
  const setSort = useRef(address.setSort)
  setSort.current = address.setSort
  const onSort = useCallback((next: ClientSort) => setSort.current(next), [])
  const pages = shown ? Math.ceil(shown.total / pageSize) : 0
  return (
    <>
      <Stats page={shown} rows={rows} />
      <section className="panel mt-5" aria-labelledby="clients-heading">
        <h2 ref={heading} id="clients-heading" tabIndex={-1} className="list-heading">
          All clients
        </h2>
        <ListToolbar
          {...address}
          subject="clients"
          statuses={clientStatuses}
          count={
            shown
              ? `${shown.total.toLocaleString()} ${shown.total === 1 ? 'client' : 'clients'}`
              : ''
          }
        >
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
              <div aria-busy={isPlaceholderData || undefined}>
                <ClientRows clients={clients} sort={sort} onSort={onSort} {...actions} />
              </div>
            ) : (
              !isPlaceholderData && <NoClients address={address} />
            )
          }
        </Loaded>
        {shown && <Pagination label="Pages of clients" page={page} pages={pages} onPage={onPage} />}
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

function Stats({ page, rows }: { page: ClientPage | undefined; rows: ListedClient[] | undefined }) {
  const cards = [
    { label: 'Total Clients', count: page?.total.toLocaleString(), caption: 'in this list' },
    ...clientStatuses.map((status) => ({
      label: capital(status),
      count: rows?.filter((client) => client.status === status).length,
      caption: 'on this page',
    })),
  ]
  return (
    <ul className="panel count-strip client-stats">
      {cards.map(({ label, count, caption }) => (
        <li key={label} className="count-card">
          <p className="small text-ink-2">{label}</p>
          <p className="count-figure">{count ?? <Skeleton className="h-7 w-12" />}</p>
          <p className="small text-ink-2">{caption}</p>
        </li>
      ))}
    </ul>
  )
}

function NoClients({ address }: { address: ListAddress }) {
  const mayChange = useMay('admin')
  const { search, status, page } = address
  if (search || status) {
    const title = `No ${status ? `${status} ` : ''}clients${search ? ` match '${search}'` : ''}`
    return (
      <EmptyState title={title} action={<Button onClick={address.clear}>Clear Filters</Button>} />
    )
  }
  if (page > 1) {
    const toFirst = <Button onClick={() => address.setPage(1)}>Go to the First Page</Button>
    return <EmptyState title="No clients on this page" action={toFirst} />
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
