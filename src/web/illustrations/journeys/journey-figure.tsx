import { RotateCcw } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Sheet, SheetPicture } from '../runs/sheet.tsx'
import '../runs/runs.css'
import { columns, type Journey, rows } from './journey.ts'
import './journeys.css'

/**
 * Draws a service's line in its end state. The list of stops is the content; the drawing above it
 * is decoration, and on narrow screens the list has its own vertical rail.
 */
export function JourneyFigure({
  journey,
  figureRef,
  onAgain,
}: {
  journey: Journey
  figureRef: RefObject<HTMLElement | null>
  onAgain: () => void
}) {
  return (
    <figure
      className="run journey"
      ref={figureRef}
      aria-label={`What happens to ${journey.subject}`}
    >
      <div className="run-controls journey-controls no-print">
        <p>Follow {journey.subject}</p>
        <Button icon={RotateCcw} onClick={onAgain} className="journey-again needs-script">
          Run it again
        </Button>
      </div>
      <div className="run-line">
        <Drawing journey={journey} />
        <ol className="run-stops">
          {journey.stops.map((stop) => (
            <li
              key={stop.name}
              className={classNames(
                'run-stop',
                `journey-column-${stop.column}`,
                `journey-row-${stop.row}`,
                stop.above && 'journey-above',
                stop.tone === 'person' && 'journey-by-person',
              )}
            >
              <SheetPicture tone={stop.tone} className="run-stop-mark" />
              <span className="run-stop-name">{stop.name}</span>{' '}
              <span className="run-stop-note">{stop.note}</span>
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="run-legend">
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
      </figcaption>
    </figure>
  )
}

function Drawing({ journey }: { journey: Journey }) {
  return (
    <svg className="run-drawing" viewBox="0 0 1120 270" fill="none" aria-hidden="true">
      {journey.rails.map(({ path, dotted }) => (
        <path key={path} className={classNames('rail', dotted && 'rail-dotted')} d={path} />
      ))}
      <g className="station">
        {journey.stops
          .filter(({ unmarked }) => !unmarked)
          .map(({ name, column, row }) => (
            <circle key={name} cx={columns[column]} cy={rows[row]} r="9" />
          ))}
      </g>
      {journey.waiting.map(([x, y]) => (
        <Sheet key={y} tone="arrived" x={x} y={y} />
      ))}
      {journey.travellers.map(({ rests: [x, y], tone, before }) => (
        <g key={`${x} ${y}`} className="journey-sheet" transform={`translate(${x} ${y})`}>
          <Sheet tone={tone} />
          {before.map((cover) => (
            <g key={cover.tone} className="cover">
              <Sheet tone={cover.tone} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  )
}
