import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { ColumnHeader, Table } from './table.tsx'

export type SortOrder = { column: string; direction: 'ascending' | 'descending' }

export type Column<Row> = {
  key: string
  label: string
  /** CSS pixels; the table scrolls sideways if its container is narrower than the sum. */
  width: number
  sortable?: boolean
  /** The cell, as `<th scope="row">` or `<td>`. */
  cell: (row: Row) => ReactNode
}

type SortableTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  /** Number of rows if not all are loaded. */
  total: number
  keyOf: (row: Row) => string
  order: SortOrder
  /** Search and filter; other ones begin at the top. */
  filter: string
  onOrder: (column: string) => void
  footer?: ReactNode
}

/** Scrolls within itself. Another order or filter starts at the top. */
export function SortableTable<Row>(props: SortableTableProps<Row>) {
  const { caption, columns, rows, total, keyOf, order, filter, onOrder } = props
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at the top.
  useEffect(() => {
    region.current?.scrollTo({ top: 0 })
  }, [filter, order.column, order.direction])

  return (
    <Table
      caption={caption}
      stickyFirst
      rowCount={Math.max(total, rows.length) + 1}
      regionRef={region}
      className="table-tall"
      footer={props.footer}
    >
      <thead>
        <tr>
          {columns.map(({ key, label, width, sortable }) => (
            // Not by `col`: Chromium would anchor scrolling to it, which never moves.
            <ColumnHeader
              key={key}
              style={{ width }}
              {...(sortable && {
                sort: order.column === key ? order.direction : 'none',
                onSort: () => onOrder(key),
              })}
            >
              {label}
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, cell }) => (
              <Fragment key={key}>{cell(row)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
