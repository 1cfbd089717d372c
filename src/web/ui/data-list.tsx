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
import '../styles/records.css'
import type { Paging } from '../api/pages.ts'
import { useMedia } from './browser-state.ts'
import { focusHeading } from './focus-heading.ts'
import { Pagination } from './pagination.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'
import { SelectAll, SelectBox, type Selection, type SelectionActs } from './selection.tsx'
import { SortBy, type SortOrder } from './sort-by.tsx'
import { Cell, ColumnHeader, Table } from './table.tsx'

export type Column<R> = {
  key: string
  label: string
  hideLabel?: boolean
  numeric?: boolean
  className?: string
  /**
   * In CSS pixels. Columns share the remaining space in proportion to it. If no column has one, the
   * columns are as wide as their content.
   */
  width?: number
  /** Set for columns that a narrow table omits; the lowest number goes first. */
  hiddenWhenNarrow?: number
  sortable?: boolean
  /** The cell, as `<th scope="row">` or `<td>`. */
  cell: (row: R) => ReactNode
}

type Row = { id: string; name?: string | null }

/** The last column of the table, and the menu at the end of a card. */
export type RowActions<R> = {
  width?: number
  buttons: (row: R) => ReactNode
  /** Absent for rows without a menu. In a card it also contains what the buttons do. */
  menu?: (row: R, isCard: boolean) => RowAction[]
}

type DataListProps<R> = {
  /** The accessible name of the table. */
  caption: string
  /** The accessible name of the list on narrow screens, if it is another one. */
  label?: string
  /** Must be stable, because a new array re-renders all rows. A list without columns has cards. */
  columns?: Column<R>[]
  /** The content of a row on narrow screens. */
  card: (row: R) => ReactNode
  rows: readonly R[]
  /** The width from which on there is a table. */
  tableFrom?: string
  /** Must be stable, like the columns. */
  actions?: RowActions<R>
  /** Number of rows, if not all are loaded. */
  total?: number
  order?: SortOrder
  onOrder?: (column: string) => void
  /** Identifies the search and filter. A change scrolls back to the top. */
  filter?: string
  /** Absent if there are no actions for several rows. */
  selection?: Selection | undefined
  /** The rows are those of a page or filter that is about to be replaced. */
  busy?: boolean
  className?: string
  /** From `usePages`. */
  paging?: Paging
  /** Selector of the heading that receives the focus with a new page, if it is not the page's. */
  heading?: string
}

/** In CSS pixels; the same as in `.select-cell`. */
const selectWidth = 44

const widthOf = (columns: { width?: number }[]) =>
  columns.reduce((sum, { width = 0 }) => sum + width, 0)

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

/** Rows as a table, or as cards if space is narrow. */
export function DataList<R extends Row>(props: DataListProps<R>) {
  const { columns, actions, order, onOrder, paging } = props
  const hasRoom = useMedia(`(min-width: ${props.tableFrom ?? '48rem'})`)
  const list = useRef<HTMLDivElement>(null)
  const shown = `${props.filter} ${order?.column} ${order?.direction}`
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const isAbove = (list.current?.getBoundingClientRect().top ?? 0) < 0
    if (isAbove) list.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [shown])
  // The last row may go with the focus, for example when a filter no longer matches it.
  const { heading } = props
  useEffect(() => {
    if (!heading) return
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) focusHeading(heading)
      })
    }
  }, [heading])
  const allColumns = useMemo(
    () => columns && (actions ? [...columns, actionColumn(actions)] : columns),
    [columns, actions],
  )
  return (
    <div ref={list} aria-busy={props.busy || undefined} className={props.className}>
      {hasRoom && allColumns ? (
        <DataTable {...props} columns={allColumns} />
      ) : (
        <>
          {columns && order && onOrder && (
            <div className="row-list-order">
              <SortBy columns={columns} order={order} onOrder={onOrder} />
            </div>
          )}
          <Cards {...props} />
        </>
      )}
      {paging && (
        <Pagination
          label={`Pages of ${(props.label ?? props.caption).toLowerCase()}`}
          {...paging}
          heading={props.heading}
        />
      )}
    </div>
  )
}

function actionColumn<R extends Row>({ width, buttons, menu }: RowActions<R>): Column<R> {
  return {
    key: 'actions',
    label: 'Actions',
    ...(width && { width }),
    cell: (row) => (
      <Cell className="whitespace-nowrap">
        <div className="row-actions">
          {buttons(row)}
          {menu && <MoreMenu row={row} items={menu(row, false)} />}
        </div>
      </Cell>
    ),
  }
}

function MoreMenu({ row: { name }, items }: { row: Row; items: RowAction[] }) {
  return items.length > 0 && <RowMenu label={`More for ${name}`} items={items} />
}

function DataTable<R extends Row>(props: DataListProps<R> & { columns: Column<R>[] }) {
  const { caption, rows, total = 0, order, onOrder, selection } = props
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
  return (
    <Table
      caption={caption}
      // Chromium never anchors scrolling to a sticky cell, and so Back returns to the same
      // position.
      stickyFirst
      rowCount={Math.max(total, rows.length) + 1}
      regionRef={region}
      className={wanted > 0 ? 'table-long' : undefined}
    >
      <thead>
        <tr>
          {selection && (
            <td className="select-cell">
              <SelectAll selection={selection} />
            </td>
          )}
          {columns.map(({ key, label, hideLabel, numeric, className, width, sortable }) => (
            // Widths are not set on `col` elements: Chromium would anchor scrolling to one, which
            // never moves.
            <ColumnHeader
              key={key}
              hideLabel={hideLabel}
              numeric={numeric}
              className={className}
              style={width ? { width } : undefined}
              {...(sortable &&
                order && {
                  sort: order.column === key ? order.direction : 'none',
                  onSort: () => onOrder?.(key),
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

type Selectable<R> = { row: R; acts: SelectionActs | undefined; checked: boolean }

function RowBox({ row, acts, checked }: Selectable<Row>) {
  return acts && <SelectBox id={row.id} name={row.name ?? ''} checked={checked} acts={acts} />
}

/** Memoized, so that a keystroke or a checkbox re-renders only the rows that it changes. */
const TableRow = memo(function TableRow<R extends Row>(
  props: Selectable<R> & { columns: Column<R>[] },
) {
  const { columns, ...selectable } = props
  return (
    <tr>
      {selectable.acts && (
        <td className="select-cell">
          <RowBox {...selectable} />
        </td>
      )}
      {columns.map(({ key, cell }) => (
        <Fragment key={key}>{cell(selectable.row)}</Fragment>
      ))}
    </tr>
  )
}) as <R extends Row>(props: Selectable<R> & { columns: Column<R>[] }) => ReactNode

function Cards<R extends Row>(props: DataListProps<R>) {
  const { rows, card, actions, selection } = props
  return (
    <ul className="row-list" aria-label={props.label ?? props.caption}>
      {rows.map((row) => (
        <li key={row.id} className="row-list-item">
          {selection?.hasBoxes && (
            <RowBox row={row} acts={selection.acts} checked={selection.has(row.id)} />
          )}
          <div className="min-w-0 flex-1">{card(row)}</div>
          {actions?.menu && <MoreMenu row={row} items={actions.menu(row, true)} />}
        </li>
      ))}
    </ul>
  )
}
