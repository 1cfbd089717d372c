import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type TableProps = {
  caption: string
  /** Rows are 36 px high instead of 44 px. */
  compact?: boolean
  stickyFirst?: boolean
  /** Number of rows including the header, if not all are in the document. */
  rowCount?: number
  regionRef?: RefObject<HTMLDivElement | null>
  className?: string
  children: ReactNode
}

/** If wider than its container, the table becomes a focusable scrolling region. */
export function Table(props: TableProps) {
  const { caption, compact, stickyFirst, className } = props
  const ownRegion = useRef<HTMLDivElement>(null)
  const region = props.regionRef ?? ownRegion
  const table = useRef<HTMLTableElement>(null)
  const [scrolls, setScrolls] = useState(false)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const box = region.current
    const inner = table.current
    if (!box || !inner) return
    const resized = new ResizeObserver(() => {
      const isWider = inner.offsetWidth > box.clientWidth + 1
      setWide(isWider)
      setScrolls(isWider || inner.offsetHeight > box.clientHeight + 1)
    })
    resized.observe(box)
    resized.observe(inner)
    return () => resized.disconnect()
  }, [region])
  const asRegion = scrolls
    ? { role: 'region', tabIndex: 0, 'aria-label': caption, 'data-scrolls': '' }
    : {}
  return (
    <div
      ref={region}
      data-wide={isWide || undefined}
      className={classNames('table-region focus-inset', className)}
      {...asRegion}
    >
      <table
        ref={table}
        aria-rowcount={props.rowCount}
        className={classNames(
          'table',
          compact && 'table-compact',
          stickyFirst && 'table-sticky-first',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {props.children}
      </table>
    </div>
  )
}

type ColumnHeaderProps = Omit<ComponentProps<'th'>, 'scope'> & {
  /** Makes the header a sort button. Only the sorted column gets aria-sort. */
  sort?: 'ascending' | 'descending' | 'none'
  onSort?: () => void
  numeric?: boolean
  hideLabel?: boolean
}

export function ColumnHeader(props: ColumnHeaderProps) {
  const { sort, onSort, numeric, hideLabel, className, children, ...rest } = props
  const icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[sort ?? 'none']
  return (
    <th
      scope="col"
      aria-sort={sort === 'none' ? undefined : sort}
      className={classNames(numeric && 'numeric', className)}
      {...rest}
    >
      {sort ? (
        <button type="button" className="sort focus-inset" onClick={onSort}>
          {children}
          <Icon icon={icon} size={16} />
        </button>
      ) : (
        <span className={hideLabel ? 'sr-only' : undefined}>{children}</span>
      )}
    </th>
  )
}

export function RowHeader({ className, ...rest }: Omit<ComponentProps<'th'>, 'scope'>) {
  return <th scope="row" className={className} {...rest} />
}

export function Cell({
  numeric,
  mono,
  className,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean; mono?: boolean }) {
  return <td className={classNames(numeric && 'numeric', mono && 'mono', className)} {...rest} />
}
