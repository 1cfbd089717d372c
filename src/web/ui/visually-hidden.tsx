import type { ElementType, ReactNode } from 'react'

/** Text for assistive technology. By class, because the CSP blocks inline styles in server HTML. */
export function VisuallyHidden({
  as: Element = 'span',
  children,
}: {
  as?: ElementType
  children: ReactNode
}) {
  return <Element className="sr-only">{children}</Element>
}
