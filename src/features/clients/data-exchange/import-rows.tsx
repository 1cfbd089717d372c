import { useState } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from '#web/ui/table.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import type { ImportRow } from './contract.ts'
import { labels } from './import-columns.tsx'

type Outcome = ImportRow['outcome']
type Filter = Outcome | 'partial' | 'all'

const words: Record<Outcome, { badge: string; filter: string; variant: BadgeVariant }> = {
  create: { badge: 'new', filter: 'New', variant: 'default' },
  duplicate: { badge: 'duplicate', filter: 'Duplicates', variant: 'secondary' },
  refused: { badge: 'refused', filter: 'Refused', variant: 'destructive' },
}

/**
 * Whether parts of a row are left out. A refused row is not imported at all, so it does not count.
 */
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
  const [only, setOnly] = useState<Filter>('all')
  const matching = rows.filter(
    (row) => only === 'all' || (only === 'partial' ? isPartial(row) : row.outcome === only),
  )
  const filters: Filter[] = ['all', ...(Object.keys(words) as Outcome[])]
  if (rows.some(isPartial)) filters.push('partial')
  return (
    <Tabs value={only} onValueChange={(value) => setOnly(value as Filter)} className="grid gap-3">
      <TabList label="Rows to show">
        {filters.map((filter) => (
          <Tab key={filter} value={filter}>
            {labelOf(filter)}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={only} className="panel panel-cut pt-0!">
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
        {matching.length === 0 && <EmptyState title="No such rows" />}
      </TabPanel>
      {matching.length > shownAtOnce && (
        <p className="small text-ink-2">
          The first {shownAtOnce} of {matching.length.toLocaleString()} rows are shown.
        </p>
      )}
    </Tabs>
  )
}

function labelOf(filter: Filter): string {
  if (filter === 'partial') return 'With Values Left Out'
  return filter === 'all' ? 'All Rows' : words[filter].filter
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
