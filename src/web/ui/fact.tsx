import type { ReactNode } from 'react'

/** Belongs in a `dl` of class `facts`. */
export function Fact(props: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={props.wide ? 'fact-wide' : undefined}>
      <dt>{props.label}</dt>
      <dd dir="auto" className={props.wide ? 'measure whitespace-pre-line' : undefined}>
        {props.children}
      </dd>
    </div>
  )
}
