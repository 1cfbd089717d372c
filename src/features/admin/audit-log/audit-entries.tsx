import { Link } from 'react-router'
import { useMedia } from '#web/ui/browser-state.ts'
import { Cell, ColumnHeader, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { detailsOf, kindOf, whatOf } from './audit-words.ts'
import type { AuditEntry } from './contract.ts'
import type { AuditAddress } from './use-audit-address.ts'

type EntriesProps = { entries: AuditEntry[]; address: AuditAddress }
type EntryProps = { entry: AuditEntry; address: AuditAddress }

/** A table, or a list on narrow screens. */
export function AuditEntries({ entries, address }: EntriesProps) {
  const tables = useMedia('(min-width: 56rem)')
  if (!tables) {
    return (
      <ul aria-label="Entries" className="divide-y divide-rule">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1 px-5 py-4">
            <What entry={entry} />
            <Subject entry={entry} address={address} />
            <p className="small text-ink-2">
              <Who entry={entry} /> · <Time value={entry.at} format="datetime" />
            </p>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table caption="Entries" className="audit-table">
      <thead>
        <tr>
          <ColumnHeader>When</ColumnHeader>
          <ColumnHeader>Who</ColumnHeader>
          <ColumnHeader>What</ColumnHeader>
          <ColumnHeader>Subject</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <Cell className="whitespace-nowrap tabular-nums">
              <Time value={entry.at} format="datetime" />
            </Cell>
            <Cell>
              <Who entry={entry} />
            </Cell>
            <Cell>
              <What entry={entry} />
            </Cell>
            <Cell>
              <Subject entry={entry} address={address} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
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
