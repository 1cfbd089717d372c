import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Scrolls with the page; only visible items are in the document. Items may differ in height. */
export function VirtualList<Row>({
  label,
  rows,
  total,
  keyOf,
  height,
  children,
}: {
  label: string
  rows: readonly Row[]
  /** Number of rows if not all are loaded. */
  total: number
  keyOf: (row: Row) => string
  /** Estimated item height in CSS pixels, until measured. */
  height: number
  children: (row: Row) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current
    if (box) setTop(box.getBoundingClientRect().top + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 4,
    scrollMargin: top,
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const paddingTop = Math.max(0, (shown[0]?.start ?? top) - top)
  const paddingBottom = Math.max(0, virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top))
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop, paddingBottom }}>
      {shown.map(({ index, key }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={Math.max(total, rows.length)}
          aria-posinset={index + 1}
          className="virtual-item"
        >
          {children(rows[index] as Row)}
        </li>
      ))}
    </ul>
  )
}
