import type { ElementType, ReactNode } from 'react'

/** Text for assistive technology. By class, since an inline style in server HTML would break the CSP. */
export function VisuallyHidden({
  as: Element = 'span',
  children,
}: {
  as?: ElementType
  children: ReactNode
}) {
  return <Element className="sr-only">{children}</Element>
}
