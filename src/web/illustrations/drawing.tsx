import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { Tone } from './journey.ts'

/**
 * Paths are SVG path data and lengths are user units. Points are `x,y` or `x,y,scale`, separated by
 * spaces.
 */
export type DrawingProps = {
  className: string
  size: readonly [width: number, height: number]
  rails: readonly string[]
  dotted?: readonly string[] | undefined
  stations: string
  stationRadius?: number | undefined
  sheets: Partial<Record<Tone, string>>
  scale?: number
  below?: ReactNode
  children?: ReactNode
}

const pointsOf = (points: string) =>
  points.split(' ').flatMap((point) => (point ? [point.split(',')] : []))

export function Drawing(props: DrawingProps) {
  const { className, size, rails, dotted = [], stationRadius = 9, scale = 1 } = props
  const [width, height] = size
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      aria-hidden="true"
    >
      {props.below}
      {rails.map((path) => (
        <path key={path} className="rail" d={path} />
      ))}
      {dotted.map((path) => (
        <path key={path} className="rail rail-dotted" d={path} />
      ))}
      <g className="station">
        {pointsOf(props.stations).map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={stationRadius} />
        ))}
      </g>
      {(['arrived', 'workflow', 'person'] as const).map((tone) =>
        pointsOf(props.sheets[tone] ?? '').map(([x, y, own = scale]) => (
          <Sheet key={`${x} ${y}`} tone={tone} transform={`translate(${x} ${y}) scale(${own})`} />
        )),
      )}
      {props.children}
    </svg>
  )
}

/**
 * A sheet of 30 × 40 units, centered. A person's sheet has another shape, because color alone must
 * not carry meaning.
 */
export function Sheet(props: { tone: Tone; className?: string; transform?: string }) {
  const { tone, className, transform } = props
  const content =
    tone === 'person'
      ? 'M-5.5-4a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0M-9 13c0-10 16-10 16 0'
      : 'M-8-5H8M-8 3H8M-8 11h9'
  return (
    <g className={classNames(`sheet sheet-${tone}`, className)} transform={transform}>
      <path d="M-15-20H6l9 9v31h-30Z" />
      <path className="sheet-content" d={content} />
    </g>
  )
}

export function SheetPicture({ tone, className }: { tone: Tone; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="-17 -22 34 44"
      width="17"
      height="22"
      fill="none"
    >
      <Sheet tone={tone} />
    </svg>
  )
}
