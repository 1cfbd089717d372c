import type { ReactNode } from 'react'

/** Says that a figure, case or company is invented. */
export function DemoTag({ children = 'Demo figure' }: { children?: ReactNode }) {
  return <span className="badge badge-demo">{children}</span>
}
