import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import type { Paging } from '#web/api/pages.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataList, type RowActions } from '#web/ui/data-list.tsx'
import { EmailLink } from '#web/ui/email-link.tsx'
import type { RowAction } from '#web/ui/row-menu.tsx'
import type { Selection } from '#web/ui/selection.tsx'
import { Cell, RowHeader } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ClientColumn, ClientSort, ListedClient } from '../contract.ts'
import { ClientStatusBadge } from './client-status.tsx'

/** Actions of a row for users who may change clients. */
export type ClientActions = {
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
  actions: ClientActions
  busy: boolean
  paging: Paging
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

const columns: Column<ListedClient>[] = [
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
]

function ClientLink({ client: { id, name } }: { client: ListedClient }) {
  return (
    <Link dir="auto" className="row-link" to={`/admin/clients/${id}`} title={name} data-client={id}>
      {name}
    </Link>
  )
}

const actionsOf = (
  { onEdit, itemsOf }: ClientActions,
  mayChange: boolean,
): RowActions<ListedClient> => ({
  width: 170,
  buttons: (client) => (
    <>
      <ButtonLink
        variant="quiet"
        to={`/admin/clients/${client.id}`}
        aria-label={`View ${client.name}`}
      >
        View
      </ButtonLink>
      {mayChange && (
        <Button
          variant="quiet"
          aria-label={`Edit ${client.name}`}
          onClick={(event) => onEdit(client, event.currentTarget)}
        >
          Edit
        </Button>
      )}
    </>
  ),
  menu: (client, isCard) => {
    if (!mayChange) return []
    const edit = { label: 'Edit', onSelect: (opener: HTMLElement | null) => onEdit(client, opener) }
    return [...(isCard ? [edit] : []), ...itemsOf(client)]
  },
})

const card = (client: ListedClient) => (
  <>
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
  </>
)

/** Memoized because re-rendering the rows delayed each keystroke in the search. */
export const ClientRows = memo(function ClientRows(props: Shown) {
  const { clients, sort, onSort, actions, ...list } = props
  const mayChange = useMay('admin')
  const rowActions = useMemo(() => actionsOf(actions, mayChange), [actions, mayChange])
  const column = sort.replace('-', '')
  return (
    <DataList
      {...list}
      caption="Clients"
      heading="#clients-heading"
      columns={columns}
      card={card}
      rows={clients}
      actions={rowActions}
      order={{ column, direction: sort.startsWith('-') ? 'descending' : 'ascending' }}
      onOrder={(next) => onSort(next === column ? reversed(sort) : firstWay[next as ClientColumn])}
    />
  )
})
