import { useState } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '#web/ui/table.tsx'
import type { ImportRow } from '../data-exchange/contract.ts'
import { labels } from './import-columns.tsx'

type Outcome = ImportRow['outcome']
type Filter = Outcome | 'partial' | null

const words: Record<Outcome, { badge: string; filter: string; variant: BadgeVariant }> = {
  create: { badge: 'new', filter: 'New', variant: 'default' },
  duplicate: { badge: 'duplicate', filter: 'Duplicates', variant: 'secondary' },
  refused: { badge: 'refused', filter: 'Refused', variant: 'destructive' },
}

/** Of a refused row nothing is imported. */
export const isPartial = ({ outcome, leftOut }: ImportRow) =>
  outcome !== 'refused' && leftOut.length > 0

/** More rows would make the dialog slow. */
const shownAtOnce = 100

export function ImportRows({
  rows,
  withDuplicates,
}: {
  rows: readonly ImportRow[]
  withDuplicates: boolean
}) {
  const [only, setOnly] = useState<Filter>(null)
  const matching = rows.filter(
    (row) => !only || (only === 'partial' ? isPartial(row) : row.outcome === only),
  )
  const filters: Filter[] = [null, ...(Object.keys(words) as Outcome[])]
  if (rows.some(isPartial)) filters.push('partial')
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Rows to show</legend>
        {filters.map((filter) => (
          <Button
            key={filter ?? 'all'}
            aria-pressed={only === filter}
            onClick={() => setOnly(filter)}
          >
            {labelOf(filter)}
          </Button>
        ))}
      </fieldset>
      <div className="panel panel-cut">
        <Table caption="Rows of the file and what will happen to them" compact>
          <thead>
            <tr>
              <ColumnHeader numeric>Line</ColumnHeader>
              <ColumnHeader>Client</ColumnHeader>
              <ColumnHeader>What happens</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {matching.slice(0, shownAtOnce).map((row) => (
              <Row key={row.row} row={row} withDuplicates={withDuplicates} />
            ))}
          </tbody>
        </Table>
        {matching.length === 0 && <p className="p-4 text-ink-2">No such rows.</p>}
      </div>
      {matching.length > shownAtOnce && (
        <p className="small text-ink-2">
          The first {shownAtOnce} of {matching.length.toLocaleString()} rows are shown.
        </p>
      )}
    </div>
  )
}

function labelOf(filter: Filter): string {
  if (filter === 'partial') return 'With Values Left Out'
  return filter ? words[filter].filter : 'All Rows'
}

function Row({ row: each, withDuplicates }: { row: ImportRow; withDuplicates: boolean }) {
  const { row, line, name, email, company, outcome, reason, leftOut } = each
  const { badge, variant } = words[outcome]
  const added = outcome === 'duplicate' && withDuplicates
  return (
    <tr>
      <Cell numeric mono>
        {line}
        {row !== line && <span className="small block text-ink-2">row {row}</span>}
      </Cell>
      <RowHeader>
        <span>{name || '(no name)'}</span>
        {[email, company].filter(Boolean).map((detail) => (
          <span key={detail} className="small block font-normal text-ink-2 wrap-anywhere">
            {detail}
          </span>
        ))}
      </RowHeader>
      <Cell>
        <Badge variant={variant}>{badge}</Badge>
        {reason && (
          <span className="small block text-ink-2">
            {added ? `${reason}; added anyway` : reason}
          </span>
        )}
        {isPartial(each) && (
          <span className="small block text-ink-2 wrap-anywhere">
            Not imported:{' '}
            {leftOut.map(({ field, value }) => `${labels[field]} ${value}`).join(', ')}
          </span>
        )}
      </Cell>
    </tr>
  )
}
