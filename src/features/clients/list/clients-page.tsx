import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { brand } from '../../../brand.ts'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/loading.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { useShortcut } from '../../../web/ui/shortcuts.ts'
import { useOpenings } from '../../../web/ui/use-openings.ts'
import { useForwardedReturn } from '../../google/screens/use-google-return.ts'
import { useMay } from '../../identity/sign-in/use-may.ts'
import { ClientDataMenu } from '../data-exchange/client-data-menu.tsx'
import { ClientDialog } from './client-form.tsx'
import '../../../web/styles/records.css'
import './clients.css'
import { LoadingRows } from './clients-loading.tsx'
import { ClientRows } from './clients-table.tsx'
import { ClientsToolbar } from './clients-toolbar.tsx'
import {
  type ClientPage,
  type ClientSort,
  clients,
  type ListedClient,
  pageSize,
} from './contract.ts'
import { DeleteClient } from './delete-client.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'

export function meta() {
  return [{ title: `Clients · ${brand.name} admin` }, { name: 'robots', content: 'noindex' }]
}

type Chosen = { client: ListedClient; opener: HTMLElement | null }

export default function ClientsPage() {
  useForwardedReturn()
  const address = useListAddress()
  const mayChange = useMay('admin')
  const heading = useRef<HTMLHeadingElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [edited, setEdited] = useState<Chosen | null>(null)
  const [editing, setEditing] = useState(false)
  const [doomed, setDoomed] = useState<Chosen | null>(null)
  const [deleting, setDeleting] = useState(false)
  const adding = mayChange && address.isNew
  const additions = useOpenings(adding)
  useShortcut({ keys: 'n', label: 'Add Client', run: () => address.setNew(true) }, mayChange)
  const edits = useOpenings(editing)
  const deletions = useOpenings(deleting)

  const onEdit = useCallback((client: ListedClient, opener: HTMLElement | null) => {
    setEdited({ client, opener })
    setEditing(true)
  }, [])
  const onDelete = useCallback((client: ListedClient, opener: HTMLElement | null) => {
    setDoomed({ client, opener })
    setDeleting(true)
  }, [])

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
        onEdit={onEdit}
        onDelete={onDelete}
      />
      <ClientDialog
        key={`add ${additions}`}
        open={adding}
        onClose={() => address.setNew(false)}
        opener={addButton.current}
      />
      {edited && (
        <ClientDialog
          key={`edit ${edits}`}
          client={edited.client}
          open={editing}
          onClose={() => setEditing(false)}
          opener={edited.opener}
        />
      )}
      {doomed && (
        <DeleteClient
          key={`delete ${deletions}`}
          client={doomed.client}
          open={deleting}
          onClose={() => setDeleting(false)}
          opener={doomed.opener}
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
  onEdit,
  onDelete,
}: {
  address: ListAddress
  heading: React.RefObject<HTMLHeadingElement | null>
  onPage: (page: number) => void
  onEdit: (client: ListedClient, opener: HTMLElement | null) => void
  onDelete: (client: ListedClient, opener: HTMLElement | null) => void
}) {
  const { search, status, page, sort } = address
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(clients.list, {
      page,
      limit: pageSize,
      ...(search && { search }),
      ...(status && { status }),
      ...(sort !== '-created' && { sort }),
    }),
    placeholderData: keepPreviousData,
  })
  const shown = isError ? undefined : data
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
        <ClientsToolbar address={address} count={shown ? countOf(shown) : ''} />
        {isError && (
          <ErrorState
            className="m-4"
            message="Failed to fetch clients"
            onRetry={refetch}
            retrying={isFetching}
          />
        )}
        {!isError && !rows && <LoadingRows />}
        {rows && rows.length > 0 && (
          <div aria-busy={isPlaceholderData || undefined}>
            <ClientRows
              clients={rows}
              sort={sort}
              onSort={onSort}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </div>
        )}
        {rows?.length === 0 && !isPlaceholderData && <NoClients address={address} />}
        {shown && (
          <Pagination
            label="Pages of clients"
            page={page}
            pages={pages}
            more={!shown.totalIsExact && shown.clients.length === pageSize}
            onPage={onPage}
          />
        )}
      </section>
    </>
  )
}

function matcher(search: string, status: ListAddress['status']) {
  const term = search.toLowerCase()
  return (client: ListedClient) =>
    (!status || client.status === status) &&
    [client.name, client.email, client.company ?? ''].some((text) =>
      text.toLowerCase().includes(term),
    )
}

function countOf({ total, totalIsExact }: ClientPage): string {
  return `${total.toLocaleString()}${totalIsExact ? '' : '+'} ${total === 1 ? 'client' : 'clients'}`
}

function Stats({ page, rows }: { page: ClientPage | undefined; rows: ListedClient[] | undefined }) {
  const ofPage = (status: string) => rows?.filter((client) => client.status === status).length
  const cards = [
    {
      label: 'Total Clients',
      count: page && `${page.total.toLocaleString()}${page.totalIsExact ? '' : '+'}`,
      caption: 'in this list',
    },
    { label: 'Active', count: ofPage('active'), caption: 'on this page' },
    { label: 'Inactive', count: ofPage('inactive'), caption: 'on this page' },
    { label: 'Archived', count: ofPage('archived'), caption: 'on this page' },
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
    return (
      <EmptyState
        title={`No ${status ? `${status} ` : ''}clients${search ? ` match '${search}'` : ''}`}
        action={<Button onClick={address.clear}>Clear filters</Button>}
      />
    )
  }
  if (page > 1) {
    return (
      <EmptyState
        title="No clients on this page"
        action={<Button onClick={() => address.setPage(1)}>Go to the first page</Button>}
      />
    )
  }
  return (
    <EmptyState
      title="No clients found"
      action={
        mayChange && (
          <Button variant="primary" onClick={() => address.setNew(true)}>
            Create First Client
          </Button>
        )
      }
    >
      Everybody you work for, with their projects, notes and documents.
    </EmptyState>
  )
}
