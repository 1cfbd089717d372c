import type { ReactNode } from 'react'

export function DemoTag({ children = 'Demo figure' }: { children?: ReactNode }) {
  return <span className="badge badge-demo">{children}</span>
}
