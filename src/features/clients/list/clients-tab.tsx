import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/api/query.ts'
import '#web/styles/records.css'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { useTables } from '#web/ui/browser-state.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { counted } from '#web/ui/words.ts'
import { ClientStatusBadge } from './client-status.tsx'
import './clients.css'
import { clients, type ListedClient } from '../contract.ts'
import { LoadingRows } from './clients-loading.tsx'

const shownCount = 10

export function ClientsTab() {
  const Newest = useTables() ? NewestTable : NewestList
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
            <Newest rows={page.clients.slice(0, shownCount)} />
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

function NewestTable({ rows }: { rows: ListedClient[] }) {
  return (
    <Table caption="The newest clients" stickyFirst>
      <thead>
        <tr>
          <ColumnHeader>Name</ColumnHeader>
          <ColumnHeader>Company</ColumnHeader>
          <ColumnHeader>Email</ColumnHeader>
          <ColumnHeader>Status</ColumnHeader>
          <ColumnHeader numeric>Projects</ColumnHeader>
          <ColumnHeader>Created</ColumnHeader>
          <ColumnHeader hideLabel>View</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, email, company, projects, createdAt, status }) => (
          <tr key={id}>
            <RowHeader className="cell-name">
              <Link dir="auto" className="row-link" to={`/admin/clients/${id}`} title={name}>
                {name}
              </Link>
            </RowHeader>
            <Cell dir="auto" className="cell-text" title={company ?? undefined}>
              {company ?? '—'}
            </Cell>
            <Cell>{email}</Cell>
            <Cell>
              <ClientStatusBadge status={status} />
            </Cell>
            <Cell numeric>{projects.length.toLocaleString()}</Cell>
            <Cell className="whitespace-nowrap">
              <Time value={createdAt} />
            </Cell>
            <Cell>
              <ViewButton id={id} name={name} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function NewestList({ rows }: { rows: ListedClient[] }) {
  return (
    <ul className="row-list" aria-label="The newest clients">
      {rows.map(({ id, name, email, company, projects, createdAt, status }) => (
        <li key={id} className="row-list-item">
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
        </li>
      ))}
    </ul>
  )
}

function ViewButton({ id, name }: { id: string; name: string }) {
  return (
    <ButtonLink variant="quiet" to={`/admin/clients/${id}`} aria-label={`View ${name}`}>
      View
    </ButtonLink>
  )
}
