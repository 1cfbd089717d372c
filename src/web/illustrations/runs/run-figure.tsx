import type { ReactNode, RefObject } from 'react'
import './runs.css'
import './run-motion.css'
import type { RunScript, Stop } from './run-scripts.ts'
import { Sheet, SheetPicture, type SheetTone } from './sheet.tsx'

const line = 'M15 24H1105'
const branch =
  'M640 24a32 32 0 0 1 32 32v40a32 32 0 0 0 32 32h154a32 32 0 0 0 32-32V56a32 32 0 0 1 32-32'

/** Later documents are drawn on top; each class has its own path and timing in runs.css. */
const travellers: { id: string; tones: SheetTone[] }[] = [
  { id: 'first', tones: ['workflow', 'arrived'] },
  { id: 'second', tones: ['workflow', 'arrived'] },
  { id: 'followed', tones: ['person', 'workflow', 'arrived'] },
  { id: 'asking', tones: ['person', 'workflow', 'arrived'] },
  { id: 'checking', tones: ['workflow', 'arrived'] },
  { id: 'reading', tones: ['workflow', 'arrived'] },
]

/**
 * The list of stops is the content; the drawing above it is decoration and becomes a vertical rail
 * beside the list on narrow screens.
 */
export function RunFigure({
  script,
  figureRef,
  controls,
  label,
  caption,
}: {
  script: RunScript
  figureRef: RefObject<HTMLElement | null>
  controls?: ReactNode
  label: string
  /** Replaces the legend. */
  caption?: string
}) {
  const stops: { id: string; stop: Stop; tone: SheetTone }[] = [
    { id: 'arrives', stop: script.arrives, tone: 'arrived' },
    { id: 'read', stop: script.read, tone: 'workflow' },
    { id: 'checked', stop: script.checked, tone: 'workflow' },
    { id: 'routed', stop: script.routed, tone: 'workflow' },
    { id: 'person', stop: script.person, tone: 'person' },
    { id: 'filed', stop: script.filed, tone: 'workflow' },
  ]
  return (
    <figure className="run" ref={figureRef} aria-label={label}>
      {controls}
      <div className="run-line">
        <svg className="run-drawing" viewBox="0 0 1120 152" fill="none" aria-hidden="true">
          <path className="rail" d={line} />
          <path className="rail rail-dotted" d={branch} />
          <g className="station">
            <circle cx="205" cy="24" r="9" />
            <circle cx="395" cy="24" r="9" />
            <circle cx="585" cy="24" r="9" />
            <circle cx="781" cy="128" r="9" />
            <circle cx="1105" cy="24" r="9" />
          </g>
          <Sheet tone="arrived" x={15} y={24} />
          {travellers.map(({ id, tones }) => (
            <g key={id} className={`traveller traveller-${id}`}>
              {tones.map((tone, depth) => (
                <g key={tone} className={depth === 0 ? undefined : `cover cover-${tone}`}>
                  <Sheet tone={tone} />
                </g>
              ))}
            </g>
          ))}
        </svg>
        <ol className="run-stops">
          {stops.map(({ id, stop, tone }) => (
            <li key={id} className={`run-stop run-stop-${id}`}>
              <SheetPicture tone={tone} className="run-stop-mark" />
              <span className="run-stop-name">{stop.name}</span>{' '}
              <span className="run-stop-note">{stop.note}</span>
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="run-legend">
        {caption ?? (
          <>
            <span>
              <SheetPicture tone="arrived" /> just arrived
            </span>
            <span>
              <SheetPicture tone="workflow" /> handled by the workflow
            </span>
            <span>
              <SheetPicture tone="person" /> handled by a person
            </span>
            <span>Illustration of a typical run, not client data.</span>
          </>
        )}
      </figcaption>
    </figure>
  )
}
