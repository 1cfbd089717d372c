import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { useTables } from '#web/ui/browser-state.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmailLink } from '#web/ui/email-link.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { SelectBox, type Selection } from '#web/ui/selection.tsx'
import { SortBy } from '#web/ui/sort-by.tsx'
import { type Column, SortableTable, type SortOrder } from '#web/ui/sortable-table.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ClientColumn, ClientSort, ListedClient } from '../contract.ts'
import { ClientStatusBadge } from './client-status.tsx'

/** Actions of a row for users who may change clients. */
export type RowActions = {
  onEdit: (client: ListedClient, opener: HTMLElement | null) => void
  itemsOf: (client: ListedClient) => RowAction[]
}

type Shown = {
  clients: ListedClient[]
  total: number
  filter: string
  sort: ClientSort
  onSort: (sort: ClientSort) => void
  /** Absent for read-only users, like their actions. */
  selection: Selection | undefined
  actions: RowActions
}

/** The order after the first click on a column. Times start with the newest. */
const firstWay: Record<ClientColumn, ClientSort> = {
  name: 'name',
  company: 'company',
  status: 'status',
  activity: '-activity',
  created: '-created',
}

const reversed = (sort: ClientSort) =>
  (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as ClientSort

const columnsOf = (actions: RowActions): Column<ListedClient>[] => [
  {
    key: 'name',
    label: 'Name',
    width: 180,
    sortable: true,
    cell: (client) => (
      <RowHeader className="cell-text">
        <ClientLink client={client} />
      </RowHeader>
    ),
  },
  {
    key: 'company',
    label: 'Company',
    width: 140,
    hiddenWhenNarrow: 4,
    sortable: true,
    cell: ({ company }) => (
      <Cell dir="auto" className="cell-text" title={company ?? undefined}>
        {company ?? '—'}
      </Cell>
    ),
  },
  {
    key: 'email',
    label: 'Email',
    width: 196,
    hiddenWhenNarrow: 2,
    cell: ({ email }) => (
      <Cell>
        <EmailLink email={email} cut />
      </Cell>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    width: 96,
    sortable: true,
    cell: ({ status }) => (
      <Cell>
        <ClientStatusBadge status={status} />
      </Cell>
    ),
  },
  {
    key: 'activity',
    label: 'Last activity',
    width: 118,
    hiddenWhenNarrow: 1,
    sortable: true,
    cell: ({ lastActivityAt }) => (
      <Cell className="whitespace-nowrap">
        <Time value={lastActivityAt} />
      </Cell>
    ),
  },
  {
    key: 'created',
    label: 'Created',
    width: 116,
    hiddenWhenNarrow: 3,
    sortable: true,
    cell: ({ createdAt }) => (
      <Cell className="whitespace-nowrap">
        <Time value={createdAt} />
      </Cell>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    width: 170,
    cell: (client) => (
      <Cell className="whitespace-nowrap">
        <RowActionButtons client={client} {...actions} />
      </Cell>
    ),
  },
]

/**
 * Rows as a table, or as a list if space is narrow. Memoized because re-rendering twenty rows
 * delayed each keystroke in the search.
 */
export const ClientRows = memo(function ClientRows(props: Shown) {
  const { clients, total, filter, sort, onSort, selection, actions } = props
  const asTable = useTables()
  const columns = useMemo(() => columnsOf(actions), [actions])
  const order: SortOrder = {
    column: sort.replace('-', ''),
    direction: sort.startsWith('-') ? 'descending' : 'ascending',
  }
  const onOrder = (column: string) =>
    onSort(order.column === column ? reversed(sort) : firstWay[column as ClientColumn])
  if (!asTable) {
    return (
      <>
        <div className="row-list-order">
          <SortBy columns={columns} order={order} onOrder={onOrder} />
        </div>
        <ClientList clients={clients} selection={selection} actions={actions} />
      </>
    )
  }
  return (
    <SortableTable
      columns={columns}
      total={total}
      filter={filter}
      selection={selection}
      order={order}
      onOrder={onOrder}
      caption="Clients"
      rows={clients}
    />
  )
})

function ClientLink({ client: { id, name } }: { client: ListedClient }) {
  return (
    <Link dir="auto" className="row-link" to={`/admin/clients/${id}`} title={name} data-client={id}>
      {name}
    </Link>
  )
}

function RowActionButtons({ client, onEdit, itemsOf }: RowActions & { client: ListedClient }) {
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
          <RowMenu label={`More for ${client.name}`} items={itemsOf(client)} />
        </>
      )}
    </div>
  )
}

function ClientList({
  clients,
  selection,
  actions,
}: Pick<Shown, 'clients' | 'selection' | 'actions'>) {
  const mayChange = useMay('admin')
  return (
    <ul className="row-list" aria-label="Clients">
      {clients.map((client) => (
        <li key={client.id} className="row-list-item">
          {selection?.hasBoxes && (
            <SelectBox
              id={client.id}
              name={client.name}
              acts={selection.acts}
              checked={selection.has(client.id)}
            />
          )}
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <ClientLink client={client} />
              <ClientStatusBadge status={client.status} />
            </p>
            <p className="truncate text-ink-2" title={client.email}>
              {client.email}
            </p>
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
                { label: 'Edit', onSelect: (opener) => actions.onEdit(client, opener) },
                ...actions.itemsOf(client),
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
