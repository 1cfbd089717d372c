import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { counted } from '#web/ui/words.ts'
import { ClientStatusBadge } from './client-status.tsx'
import './clients.css'
import { clients, type ListedClient } from '../contract.ts'
import { LoadingRows } from './clients-loading.tsx'

const shownCount = 10

const columns: Column<ListedClient>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ id, name }) => (
      <RowHeader className="cell-name">
        <Link dir="auto" className="row-link" to={`/admin/clients/${id}`} title={name}>
          {name}
        </Link>
      </RowHeader>
    ),
  },
  {
    key: 'company',
    label: 'Company',
    cell: ({ company }) => (
      <Cell dir="auto" className="cell-text" title={company ?? undefined}>
        {company ?? '—'}
      </Cell>
    ),
  },
  { key: 'email', label: 'Email', cell: ({ email }) => <Cell>{email}</Cell> },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => (
      <Cell>
        <ClientStatusBadge status={status} />
      </Cell>
    ),
  },
  {
    key: 'projects',
    label: 'Projects',
    numeric: true,
    cell: ({ projects }) => <Cell numeric>{projects.length.toLocaleString()}</Cell>,
  },
  {
    key: 'created',
    label: 'Created',
    cell: ({ createdAt }) => (
      <Cell className="whitespace-nowrap">
        <Time value={createdAt} />
      </Cell>
    ),
  },
  {
    key: 'view',
    label: 'View',
    hideLabel: true,
    cell: ({ id, name }) => (
      <Cell>
        <ViewButton id={id} name={name} />
      </Cell>
    ),
  },
]

const card = ({ id, name, email, company, projects, createdAt, status }: ListedClient) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span dir="auto" className="min-w-0 font-semibold">
          {name}
        </span>
        <ClientStatusBadge status={status} />
      </p>
      <p className="break-all text-ink-2">{email}</p>
      <p dir="auto" className="small text-ink-2">
        {company && <>{company} · </>}
        {counted(projects.length, 'project')} · <Time value={createdAt} />
      </p>
    </div>
    <ViewButton id={id} name={name} />
  </div>
)

export function ClientsTab() {
  const newest = useQuery(query(clients.list))
  return (
    <section className="panel panel-cut" aria-labelledby="clients-tab-heading">
      <div className="panel-heading flex flex-wrap items-center gap-3 py-1.5!">
        <h2 id="clients-tab-heading">Clients</h2>
        <ButtonLink className="ml-auto" to="/admin/clients">
          View All Clients
        </ButtonLink>
      </div>
      <Loaded
        query={newest}
        className="m-4"
        message="Failed to fetch clients"
        skeleton={<LoadingRows rows={shownCount} />}
      >
        {(page) =>
          page.clients.length > 0 ? (
            <DataList
              caption="The newest clients"
              columns={columns}
              card={card}
              rows={page.clients.slice(0, shownCount)}
            />
          ) : (
            <NobodyYet />
          )
        }
      </Loaded>
    </section>
  )
}

function NobodyYet() {
  const mayChange = useMay('admin')
  return (
    <EmptyState
      title="No clients found"
      action={
        mayChange && (
          <ButtonLink variant="primary" to="/admin/clients?new=1">
            Create First Client
          </ButtonLink>
        )
      }
    >
      Everyone you work for, with their projects, notes and documents.
    </EmptyState>
  )
}

function ViewButton({ id, name }: { id: string; name: string }) {
  return (
    <ButtonLink variant="quiet" to={`/admin/clients/${id}`} aria-label={`View ${name}`}>
      View
    </ButtonLink>
  )
}
