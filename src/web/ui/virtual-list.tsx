import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useStableScroll } from './use-stable-scroll.ts'

/** Only visible items are in the document; they may differ in height. */
export function VirtualList<Row>(props: {
  label: string
  rows: readonly Row[]
  /** Number of rows if not all are loaded. */
  total: number
  keyOf: (row: Row) => string
  /** Estimated item height in CSS pixels, until measured. */
  height: number
  children: (row: Row) => ReactNode
}) {
  const { rows } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current
    if (box) setTop(box.getBoundingClientRect().top + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => props.height,
    getItemKey: (index) => props.keyOf(rows[index] as Row),
    overscan: 4,
    scrollMargin: top,
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  useStableScroll(
    rows,
    virtual,
    () => (scrollY > top ? scrollY : 0),
    (pixels) => scrollBy({ top: pixels, behavior: 'instant' }),
  )
  const paddingTop = Math.max(0, (shown[0]?.start ?? top) - top)
  const paddingBottom = Math.max(0, virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top))
  return (
    <ul ref={list} aria-label={props.label} style={{ paddingTop, paddingBottom }}>
      {shown.map(({ index, key }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={Math.max(props.total, rows.length)}
          aria-posinset={index + 1}
          className="virtual-item"
        >
          {props.children(rows[index] as Row)}
        </li>
      ))}
    </ul>
  )
}
