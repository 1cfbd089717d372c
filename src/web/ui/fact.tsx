import type { ReactNode } from 'react'

/** Term and value in a `dl` of class `facts`; `wide` for a text of several lines. */
export function Fact({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'fact-wide' : undefined}>
      <dt>{label}</dt>
      <dd dir="auto" className={wide ? 'measure whitespace-pre-line' : undefined}>
        {children}
      </dd>
    </div>
  )
}
