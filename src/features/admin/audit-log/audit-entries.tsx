import { Link } from 'react-router'
import type { Paging } from '#web/api/pages.ts'
import { type Column, DataList } from '#web/ui/data-list.tsx'
import { Cell } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { detailsOf, kindOf, whatOf } from './audit-words.ts'
import type { AuditEntry } from './contract.ts'
import type { AuditAddress } from './use-audit-address.ts'

type EntryProps = { entry: AuditEntry; address: AuditAddress }

const columnsOf = (address: AuditAddress): Column<AuditEntry>[] => [
  {
    key: 'when',
    label: 'When',
    cell: ({ at }) => (
      <Cell className="whitespace-nowrap tabular-nums">
        <Time value={at} format="datetime" />
      </Cell>
    ),
  },
  {
    key: 'who',
    label: 'Who',
    cell: (entry) => (
      <Cell>
        <Who entry={entry} />
      </Cell>
    ),
  },
  {
    key: 'what',
    label: 'What',
    cell: (entry) => (
      <Cell>
        <What entry={entry} />
      </Cell>
    ),
  },
  {
    key: 'subject',
    label: 'Subject',
    cell: (entry) => (
      <Cell>
        <Subject entry={entry} address={address} />
      </Cell>
    ),
  },
]

export function AuditEntries(props: {
  entries: AuditEntry[]
  address: AuditAddress
  busy: boolean
  paging: Paging
}) {
  const { entries, address, ...list } = props
  return (
    <DataList
      {...list}
      className="audit-table"
      caption="Entries"
      tableFrom="56rem"
      columns={columnsOf(address)}
      card={(entry) => (
        <div className="grid gap-1">
          <What entry={entry} />
          <Subject entry={entry} address={address} />
          <p className="small text-ink-2">
            <Who entry={entry} /> · <Time value={entry.at} format="datetime" />
          </p>
        </div>
      )}
      rows={entries}
      filter={JSON.stringify(address.wanted)}
    />
  )
}

function Who({ entry: { who } }: { entry: AuditEntry }) {
  if (!who) return <span className="text-ink-2">Not signed in</span>
  return (
    <span dir="auto" className="wrap-anywhere">
      {who.name}
    </span>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry)
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">{whatOf(entry)}</span>
      {details && <span className="small block text-ink-2">{details}</span>}
    </p>
  )
}

/** Path of the subject's own page, if it has one. */
function pageOf({ subject, subjectId, client, projectId }: AuditEntry): string | undefined {
  if (!client) return undefined
  if (subject === 'client') return `/admin/clients/${subjectId}`
  return projectId ? `/admin/clients/${client.id}?tab=projects&project=${projectId}` : undefined
}

function Subject({ entry, address }: EntryProps) {
  const { subject, subjectName, client } = entry
  const page = pageOf(entry)
  return (
    <p className="wrap-anywhere">
      <span className="text-ink-2">{kindOf(entry)}</span>{' '}
      {subjectName && (
        <bdi>
          {page ? (
            <Link className="link" to={page}>
              {subjectName}
            </Link>
          ) : (
            subjectName
          )}
        </bdi>
      )}
      {client && (
        <span className="small block text-ink-2">
          {subject !== 'client' && 'of '}
          <Link className="link audit-only" to={address.toClient(client.id)}>
            {subject === 'client' ? 'Only this client' : <bdi>{client.name}</bdi>}
            <span className="sr-only">
              {subject === 'client' ? `: ${client.name}` : ', only this client'}
            </span>
          </Link>
        </span>
      )}
    </p>
  )
}
