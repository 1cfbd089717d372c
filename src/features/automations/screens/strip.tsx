import type { AutomationItem } from '../register/contract.ts'
import './automations.css'
import { stripWords } from './automation-words.ts'

type Cell = AutomationItem['strip'][number]

/** In units of the drawing, which is scaled to the width of its place. */
const cellWidth = 4
const barWidth = 3
const height = 24
const shownRuns = 90

type Mark = 'on-time' | 'late' | 'failed' | 'missed' | 'unobserved' | 'running'

function markOf({ outcome, late }: Cell): Mark {
  if (outcome === 'ok') return late ? 'late' : 'on-time'
  return outcome === 'overrun' ? 'failed' : outcome
}

const bar = (x: number, y: number, tall: number) => `M${x} ${y}h${barWidth}v${tall}h${-barWidth}z`

/** Each outcome has a form of its own, so that none is told by color alone. */
const forms: Record<Mark, (x: number) => string> = {
  // A bar of medium height.
  'on-time': (x) => bar(x, 10, 14),
  // The same, broken in two.
  late: (x) => bar(x, 10, 5) + bar(x, 18, 6),
  // A full bar.
  failed: (x) => bar(x, 0, 24),
  // The outline of a full bar.
  missed: (x) => `M${x + 0.5} 0.5h${barWidth - 1}v23h${1 - barWidth}z`,
  // A dot on the base line.
  unobserved: (x) => bar(x, 21, 3),
  // A low bar.
  running: (x) => bar(x, 16, 8),
}

/** Someone decided: a dot above the bar. */
const person = (x: number) => `M${x} 4h${barWidth}v3h${-barWidth}z`

/** The last runs, newest on the right, as one picture with a sentence. */
export function Strip(props: { strip: AutomationItem['strip']; isLarge?: boolean }) {
  const { strip, isLarge } = props
  const words = stripWords(strip)
  const first = shownRuns - strip.length
  const paths: Partial<Record<Mark | 'person', string>> = {}
  for (const [index, cell] of strip.entries()) {
    const x = (first + index) * cellWidth
    const mark = markOf(cell)
    paths[mark] = (paths[mark] ?? '') + forms[mark](x)
    if (cell.human && (mark === 'on-time' || mark === 'late' || mark === 'running')) {
      paths.person = (paths.person ?? '') + person(x)
    }
  }
  return (
    <svg
      role="img"
      aria-label={words}
      className={isLarge ? 'strip strip-large' : 'strip'}
      viewBox={`0 0 ${shownRuns * cellWidth - 1} ${height}`}
    >
      <title>{words}</title>
      {first > 0 && <path className="strip-none" d={`M0 23.5H${first * cellWidth - 1}`} />}
      {Object.entries(paths).map(([mark, path]) => (
        <path key={mark} className={`strip-${mark}`} d={path} />
      ))}
    </svg>
  )
}

const legend: [mark: Mark | 'person', words: string][] = [
  ['on-time', 'on time'],
  ['late', 'late'],
  ['missed', 'missed'],
  ['failed', 'failed or too long'],
  ['unobserved', 'not observed'],
  ['running', 'running'],
  ['person', 'a person decided'],
]

export function StripLegend() {
  return (
    <ul className="strip-legend" aria-label="What the strip shows">
      {legend.map(([mark, words]) => (
        <li key={mark}>
          <svg viewBox={`0 0 ${barWidth} ${height}`} aria-hidden="true">
            {mark === 'person' ? (
              <>
                <path className="strip-on-time" d={forms['on-time'](0)} />
                <path className="strip-person" d={person(0)} />
              </>
            ) : (
              <path className={`strip-${mark}`} d={forms[mark](0)} />
            )}
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}
