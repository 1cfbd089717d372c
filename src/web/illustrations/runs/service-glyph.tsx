import type { ReactNode } from 'react'
import './runs.css'
import { Sheet } from './sheet.tsx'

const small = 0.6

/** Drawings by service slug, in the style of the hero's line. */
const glyphs: Record<string, ReactNode> = {
  'document-processing': (
    <>
      <path className="rail" d="M14 16h64a22 22 0 0 1 22 22v10" />
      <path className="rail" d="M14 80h64a22 22 0 0 0 22-22V48" />
      <path className="rail" d="M14 48h166" />
      <circle className="station" cx="100" cy="48" r="6" />
      <Sheet tone="arrived" x={14} y={16} scale={small} />
      <Sheet tone="arrived" x={14} y={48} scale={small} />
      <Sheet tone="arrived" x={14} y={80} scale={small} />
      <Sheet tone="workflow" x={160} y={48} scale={small} />
      <Sheet tone="workflow" x={184} y={48} scale={small} />
    </>
  ),
  'customer-service': (
    <>
      <path className="rail" d="M14 48h76a16 16 0 0 0 16-16 16 16 0 0 1 16-16h62" />
      <path className="rail rail-dotted" d="M96 48a10 16 0 0 1 10 16 16 16 0 0 0 16 16h62" />
      <circle className="station" cx="76" cy="48" r="6" />
      <Sheet tone="arrived" x={14} y={48} scale={small} />
      <Sheet tone="workflow" x={184} y={16} scale={small} />
      <Sheet tone="person" x={184} y={80} scale={small} />
    </>
  ),
  'marketing-automation': (
    <>
      <path className="rail" d="M14 48h170" />
      <path className="rail" d="M84 48a16 16 0 0 0 16-16 16 16 0 0 1 16-16h68" />
      <path className="rail" d="M84 48a16 16 0 0 1 16 16 16 16 0 0 0 16 16h68" />
      <circle className="station" cx="76" cy="48" r="6" />
      <Sheet tone="arrived" x={14} y={48} scale={small} />
      <Sheet tone="workflow" x={184} y={16} scale={small} />
      <Sheet tone="workflow" x={184} y={48} scale={small} />
      <Sheet tone="workflow" x={184} y={80} scale={small} />
    </>
  ),
  'data-analysis': (
    <>
      <path className="glyph-rule" d="M30 88h140M66 70v18M104 52v36M142 34v54" />
      <path
        className="rail"
        d="M14 78h44a8 8 0 0 0 8-8v-2a8 8 0 0 1 8-8h22a8 8 0 0 0 8-8v-2a8 8 0 0 1 8-8h22a8 8 0 0 0 8-8v-6a8 8 0 0 1 8-8h34"
      />
      <circle className="station" cx="85" cy="60" r="5" />
      <circle className="station" cx="123" cy="42" r="5" />
      <Sheet tone="arrived" x={14} y={78} scale={small} />
      <Sheet tone="workflow" x={184} y={20} scale={small} />
    </>
  ),
  'custom-solutions': (
    <>
      <path className="rail" d="M14 48h54M132 48h52" />
      <rect className="rail rail-dotted" x="68" y="20" width="64" height="56" rx="4" />
      <Sheet tone="arrived" x={14} y={48} scale={small} />
      <Sheet tone="workflow" x={100} y={48} scale={0.9} />
      <Sheet tone="workflow" x={184} y={48} scale={small} />
    </>
  ),
  'workflow-automation': (
    <>
      <path className="rail" d="M14 48h46M140 48h44" />
      <rect className="rail" x="60" y="18" width="80" height="60" rx="30" />
      <circle className="station" cx="60" cy="48" r="6" />
      <circle className="station" cx="140" cy="48" r="6" />
      <circle className="station" cx="100" cy="78" r="6" />
      <Sheet tone="arrived" x={14} y={48} scale={small} />
      <Sheet tone="workflow" x={100} y={18} scale={small} />
      <Sheet tone="workflow" x={184} y={48} scale={small} />
    </>
  ),
}

const plainLine = (
  <>
    <path className="rail" d="M14 48h170" />
    <circle className="station" cx="100" cy="48" r="6" />
    <Sheet tone="arrived" x={14} y={48} scale={small} />
    <Sheet tone="workflow" x={184} y={48} scale={small} />
  </>
)

/** Decoration beside a service's title, 200 × 96. A service without a drawing gets a plain line. */
export function ServiceGlyph({ slug, className }: { slug: string; className?: string }) {
  return (
    <svg
      className={`glyph ${className ?? ''}`}
      viewBox="0 0 200 96"
      width="200"
      height="96"
      fill="none"
      aria-hidden="true"
    >
      {glyphs[slug] ?? plainLine}
    </svg>
  )
}
