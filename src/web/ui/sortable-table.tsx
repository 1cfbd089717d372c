import { Fragment, memo, type ReactNode, useEffect, useRef } from 'react'
import { SelectAll, SelectBox, type Selection, type SelectionActs } from './selection.tsx'
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

type Row = { id: string; name: string }

type SortableTableProps<R> = {
  caption: string
  /** Rows are drawn again when these are others. */
  columns: Column<R>[]
  rows: readonly R[]
  /** Number of rows if not all are loaded. */
  total: number
  order: SortOrder
  /** Search and filter; other ones begin at the top. */
  filter: string
  onOrder: (column: string) => void
  /** Absent where nothing can be done with many. */
  selection?: Selection | undefined
  footer?: ReactNode
}

/** Scrolls with the page, or within itself where it is too wide. Other rows begin at the top. */
export function SortableTable<R extends Row>(props: SortableTableProps<R>) {
  const { caption, columns, rows, total, order, filter, onOrder, selection } = props
  const region = useRef<HTMLDivElement>(null)
  const shown = `${filter} ${order.column} ${order.direction}`
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    region.current?.scrollTo({ top: 0 })
    const isAbove = (region.current?.getBoundingClientRect().top ?? 0) < 0
    if (isAbove) region.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [shown])

  return (
    <Table
      caption={caption}
      stickyFirst
      rowCount={Math.max(total, rows.length) + 1}
      regionRef={region}
      className={selection ? 'table-long table-selects' : 'table-long'}
      footer={props.footer}
    >
      <thead>
        <tr>
          {selection && (
            <td className="select-cell">
              <SelectAll selection={selection} />
            </td>
          )}
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
          <TableRow
            key={row.id}
            row={row}
            columns={columns}
            acts={selection?.acts}
            checked={selection?.has(row.id) ?? false}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** Memoized, so that a keystroke or a box draws nothing but what it changes. */
const TableRow = memo(function TableRow<R extends Row>(props: {
  row: R
  columns: Column<R>[]
  acts: SelectionActs | undefined
  checked: boolean
}) {
  const { row, columns, acts, checked } = props
  return (
    <tr>
      {acts && (
        <td className="select-cell">
          <SelectBox id={row.id} name={row.name} checked={checked} acts={acts} />
        </td>
      )}
      {columns.map(({ key, cell }) => (
        <Fragment key={key}>{cell(row)}</Fragment>
      ))}
    </tr>
  )
}) as <R extends Row>(props: {
  row: R
  columns: Column<R>[]
  acts: SelectionActs | undefined
  checked: boolean
}) => ReactNode
