import {
  Fragment,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SelectAll, SelectBox, type Selection, type SelectionActs } from './selection.tsx'
import { ColumnHeader, Table } from './table.tsx'

export type SortOrder = { column: string; direction: 'ascending' | 'descending' }

export type Column<Row> = {
  key: string
  label: string
  /** In CSS pixels. Columns share the remaining space in proportion to it. */
  width: number
  /** Set for columns that a narrow table omits; the lowest number goes first. */
  hiddenWhenNarrow?: number
  sortable?: boolean
  /** The cell, as `<th scope="row">` or `<td>`. */
  cell: (row: Row) => ReactNode
}

type Row = { id: string; name: string }

type SortableTableProps<R> = {
  caption: string
  /** Must be stable, because a new array re-renders all rows. */
  columns: Column<R>[]
  rows: readonly R[]
  /** Number of rows, if not all are loaded. */
  total: number
  order: SortOrder
  /** Identifies the search and filter. A change scrolls back to the top. */
  filter: string
  onOrder: (column: string) => void
  /** Absent if there are no actions for several rows. */
  selection?: Selection | undefined
  footer?: ReactNode
}

/** In CSS pixels; the same as in `.select-cell`. */
const selectWidth = 44

const widthOf = (columns: { width: number }[]) => columns.reduce((sum, { width }) => sum + width, 0)

/** The columns that fit side by side. Omitted ones are still shown in the details of a row. */
export function columnsWithin<R>(columns: Column<R>[], room: number): Column<R>[] {
  if (widthOf(columns) <= room) return columns
  const [first] = columns
    .filter(({ hiddenWhenNarrow }) => hiddenWhenNarrow !== undefined)
    .toSorted((a, b) => (a.hiddenWhenNarrow ?? 0) - (b.hiddenWhenNarrow ?? 0))
  return first
    ? columnsWithin(
        columns.filter((one) => one !== first),
        room,
      )
    : columns
}

/** Scrolls back to the top when the filter changes. */
export function SortableTable<R extends Row>(props: SortableTableProps<R>) {
  const { caption, rows, total, order, filter, onOrder, selection } = props
  const region = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const taken = selection ? selectWidth : 0
  const wanted = widthOf(props.columns)
  useLayoutEffect(() => {
    const box = region.current
    if (!box) return
    // A new value re-renders the table, so it stays the same while all columns fit.
    const measure = () => {
      const free = box.clientWidth - taken
      setRoom(free < wanted ? free : Number.POSITIVE_INFINITY)
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(box)
    return () => resized.disconnect()
  }, [wanted, taken])
  const columns = useMemo(() => columnsWithin(props.columns, room), [props.columns, room])
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
      // Chromium never anchors scrolling to a sticky cell, and so Back returns to the same
      // position.
      stickyFirst
      rowCount={Math.max(total, rows.length) + 1}
      regionRef={region}
      className="table-long"
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
            // Widths are not set on `col` elements: Chromium would anchor scrolling to one, which
            // never moves.
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

/** Memoized, so that a keystroke or a checkbox re-renders only the rows that it changes. */
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
