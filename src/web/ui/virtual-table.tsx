import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { ColumnHeader, Table } from './table.tsx'
import { useStableScroll } from './use-stable-scroll.ts'

export type SortOrder = { column: string; direction: 'ascending' | 'descending' }

export type Column<Row> = {
  key: string
  label: string
  /** CSS pixels; the table scrolls sideways if its container is narrower than the sum. */
  width: number
  sortable?: boolean
  hideLabel?: boolean
  /** The cell, as `<th scope="row">` or `<td>`. */
  cell: (row: Row) => ReactNode
}

type VirtualTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  /** Number of rows if not all are loaded. */
  total: number
  keyOf: (row: Row) => string
  /** Estimated row height in CSS pixels, until measured. */
  rowHeight: number
  order: SortOrder
  /** Search and filter; other ones begin at the top. */
  filter: string
  onOrder: (column: string) => void
  footer?: ReactNode
}

/** Only the visible rows are in the document. Another order or filter starts at the top. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, rows, total, keyOf, rowHeight, order, filter, onOrder } = props
  const region = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 4,
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)

  useStableScroll(
    rows,
    virtual,
    () => region.current?.scrollTop ?? 0,
    (pixels) => region.current?.scrollBy({ top: pixels, behavior: 'instant' }),
  )
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
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ key, label, sortable, hideLabel }) => (
            <ColumnHeader
              key={key}
              hideLabel={hideLabel}
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
      <Gap height={before} columns={columns.length} />
      <tbody>
        {shown.map(({ index, key }) => (
          <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
            {columns.map(({ key, cell }) => (
              <Fragment key={key}>{cell(rows[index] as Row)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
      <Gap height={after} columns={columns.length} />
    </Table>
  )
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="table-gap" style={{ height }} />
      </tr>
    </tbody>
  )
}
