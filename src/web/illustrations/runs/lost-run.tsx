import './runs.css'
import { Sheet } from './sheet.tsx'

export function LostRun({ className }: { className?: string }) {
  return (
    <svg
      className={`glyph ${className ?? ''}`}
      viewBox="0 0 560 96"
      width="560"
      height="96"
      fill="none"
      aria-hidden="true"
    >
      <path className="rail" d="M2 48h372" />
      <path className="rail rail-dotted rail-faint" d="M396 48h60a24 24 0 0 1 24 24v22" />
      <path className="rail rail-dotted rail-faint" d="M396 48h60a24 24 0 0 0 24-24V2" />
      <circle className="station" cx="120" cy="48" r="9" />
      <circle className="station" cx="248" cy="48" r="9" />
      <circle className="station" cx="384" cy="48" r="9" />
      <Sheet tone="workflow" x={17} y={48} />
      <Sheet tone="arrived" x={346} y={48} />
    </svg>
  )
}
