import { memo } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { useTables } from '#web/ui/browser-state.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ClientSort, ListedClient } from '../contract.ts'
import { ClientStatusBadge } from './client-status.tsx'

export type RowActions = {
  onEdit: (client: ListedClient, opener: HTMLElement | null) => void
  onDelete: (client: ListedClient, opener: HTMLElement | null) => void
}

type Shown = RowActions & {
  clients: ListedClient[]
  sort: ClientSort
  onSort: (sort: ClientSort) => void
}

/**
 * Rows as a table, or as a list where space is narrow. Memoized because redrawing twenty rows
 * delayed each keystroke in the search.
 */
export const ClientRows = memo(function ClientRows({ clients, sort, onSort, ...actions }: Shown) {
  const asTable = useTables()
  if (!asTable) return <ClientList clients={clients} {...actions} />
  return (
    <Table caption="Clients" stickyFirst>
      <thead>
        <tr>
          <ColumnHeader
            sort={wayOf(sort, 'name')}
            onSort={() => onSort(sort === 'name' ? '-name' : 'name')}
          >
            Name
          </ColumnHeader>
          <ColumnHeader>Company</ColumnHeader>
          <ColumnHeader>Email</ColumnHeader>
          <ColumnHeader>Status</ColumnHeader>
          <ColumnHeader
            sort={wayOf(sort, 'created')}
            onSort={() => onSort(sort === '-created' ? 'created' : '-created')}
          >
            Created
          </ColumnHeader>
          <ColumnHeader>Actions</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.id}>
            <RowHeader className="cell-name">
              <ClientLink client={client} />
            </RowHeader>
            <Cell dir="auto" className="cell-text" title={client.company ?? undefined}>
              {client.company ?? '—'}
            </Cell>
            <Cell>{client.email}</Cell>
            <Cell>
              <ClientStatusBadge status={client.status} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <Time value={client.createdAt} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <RowActionButtons client={client} {...actions} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
})

function wayOf(sort: ClientSort, column: 'name' | 'created') {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

function ClientLink({ client }: { client: ListedClient }) {
  return (
    <Link dir="auto" className="row-link" to={`/admin/clients/${client.id}`} title={client.name}>
      {client.name}
    </Link>
  )
}

function RowActionButtons({ client, onEdit, onDelete }: RowActions & { client: ListedClient }) {
  const mayChange = useMay('admin')
  return (
    <div className="row-actions">
      <ButtonLink
        variant="quiet"
        to={`/admin/clients/${client.id}`}
        aria-label={`View ${client.name}`}
      >
        View
      </ButtonLink>
      {mayChange && (
        <>
          <Button
            variant="quiet"
            aria-label={`Edit ${client.name}`}
            onClick={(event) => onEdit(client, event.currentTarget)}
          >
            Edit
          </Button>
          <RowMenu
            label={`More for ${client.name}`}
            items={[
              { label: 'Delete', danger: true, onSelect: (opener) => onDelete(client, opener) },
            ]}
          />
        </>
      )}
    </div>
  )
}

function ClientList({ clients, onEdit, onDelete }: RowActions & { clients: ListedClient[] }) {
  const mayChange = useMay('admin')
  return (
    <ul className="row-list" aria-label="Clients">
      {clients.map((client) => (
        <li key={client.id} className="row-list-item">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <ClientLink client={client} />
              <ClientStatusBadge status={client.status} />
            </p>
            <p className="break-all text-ink-2">{client.email}</p>
            <p className="small text-ink-2">
              {client.company && (
                <>
                  <bdi>{client.company}</bdi> ·{' '}
                </>
              )}
              <Time value={client.createdAt} />
            </p>
          </div>
          {mayChange && (
            <RowMenu
              label={`More for ${client.name}`}
              items={[
                { label: 'Edit', onSelect: (opener) => onEdit(client, opener) },
                { label: 'Delete', danger: true, onSelect: (opener) => onDelete(client, opener) },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
