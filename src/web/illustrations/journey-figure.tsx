import type { ReactNode, RefObject } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Drawing, Sheet, SheetPicture } from './drawing.tsx'
import { type Journey, layouts, type Tone } from './journey.ts'

const legend: [Tone, string][] = [
  ['arrived', 'just arrived'],
  ['workflow', 'handled by the workflow'],
  ['person', 'handled by a person'],
]

/** The list of stops is the content; the drawing is decoration. */
export function JourneyFigure(props: {
  journey: Journey
  figureRef: RefObject<HTMLElement | null>
  label: string
  controls: ReactNode
  caption?: string
}) {
  const { journey, figureRef, label, controls, caption } = props
  return (
    <figure className={`journey journey-${journey.layout}`} ref={figureRef} aria-label={label}>
      {controls}
      <div className="journey-way">
        <JourneyDrawing journey={journey} />
        <ol className="journey-stops">
          {journey.stops.map(({ name, note, at: [column, row], above }, index) => (
            <li
              key={name}
              className={classNames(
                `journey-stop journey-column-${column} journey-row-${row}`,
                above && 'journey-above',
                name === journey.person && 'journey-by-person',
              )}
            >
              <SheetPicture
                tone={name === journey.person ? 'person' : index === 0 ? 'arrived' : 'workflow'}
                className="journey-stop-mark"
              />
              <span className="journey-stop-name">{name}</span>{' '}
              <span className="journey-stop-note">{note}</span>
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="journey-legend">
        {caption ?? (
          <>
            {legend.map(([tone, meaning]) => (
              <span key={tone}>
                <SheetPicture tone={tone} /> {meaning}
              </span>
            ))}
            <span>Illustration of a typical run, not client data.</span>
          </>
        )}
      </figcaption>
    </figure>
  )
}

function JourneyDrawing({ journey }: { journey: Journey }) {
  const { layout, rails, dotted, stops, waiting, travellers } = journey
  const { height, columns, rows } = layouts[layout]
  const stations = stops.slice(1).filter(({ textOnly }) => !textOnly)
  return (
    <Drawing
      className="journey-drawing"
      size={[1120, height]}
      rails={rails}
      dotted={dotted}
      stations={stations
        .map(({ at: [column, row] }) => `${columns[column]},${rows[row]}`)
        .join(' ')}
      sheets={{ arrived: waiting }}
    >
      {travellers.split(' ').map((traveller) => {
        const [x, y, person] = traveller.split(',')
        return (
          <g key={traveller} className="journey-sheet" transform={`translate(${x} ${y})`}>
            <Sheet tone={person ? 'person' : 'workflow'} />
            {person && <Sheet tone="workflow" className="cover" />}
            <Sheet tone="arrived" className="cover" />
          </g>
        )
      })}
    </Drawing>
  )
}
