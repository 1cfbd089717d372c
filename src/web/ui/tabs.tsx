import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Badge, type BadgeVariant } from './badge.tsx'
import { classNames } from './class-names.ts'

export const Tabs = Radix.Root

export function TabList({ label, children }: { label: string; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const update = () => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft
      box.toggleAttribute('data-more-before', box.scrollLeft > 1)
      box.toggleAttribute('data-more-after', rest > 1)
    }
    const resized = new ResizeObserver(update)
    resized.observe(box)
    box.addEventListener('scroll', update, { passive: true })
    bringIntoRow(box.querySelector<HTMLElement>('[data-state="active"]'))
    update()
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', update)
    }
  }, [])
  return (
    <div ref={scroller} className="tab-scroller">
      <Radix.List className="tab-list" aria-label={label} style={{ outline: undefined }}>
        {children}
      </Radix.List>
    </div>
  )
}

export function Tab(props: {
  value: string
  count?: number | string
  variant?: BadgeVariant
  children: string
}) {
  const { value, count, variant = 'canary', children } = props
  return (
    <Radix.Trigger
      value={value}
      className="tab focus-inset"
      onFocus={(event) => bringIntoRow(event.currentTarget)}
    >
      <span className="tab-text" data-text={children}>
        {children}
      </span>
      {count ? <Badge variant={variant}>{count.toLocaleString()}</Badge> : null}
    </Radix.Trigger>
  )
}

// Here and above, two inline styles of Radix are unset, because the HTML from the server must not
// contain any.
export function TabPanel({ className, children, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content asChild className={classNames('rounded-control pt-5', className)} {...rest}>
      <div style={{ animationDuration: undefined }}>{children}</div>
    </Radix.Content>
  )
}

/** Scrolls sideways only; scrollIntoView would also scroll the page to the tabs. */
function bringIntoRow(tab: HTMLElement | null): void {
  const row = tab?.closest('.tab-scroller')
  if (!tab || !row) return
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
