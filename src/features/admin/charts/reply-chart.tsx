import { ChartFigure } from './chart-figure.tsx'
import type { Week } from './contract.ts'
import { dayOf, durationOf, promisedHours, replySentence } from './words.ts'

const width = 400
const height = 168
const floor = 140
const top = 24

/** Weekly median against the promised time; weeks above it are larger, red and labelled. */
export function ReplyChart({ weeks, overdue }: { weeks: Week[]; overdue: number }) {
  const measured = weeks.flatMap(({ replyHours }) => (replyHours === null ? [] : [replyHours]))
  const most = Math.max(promisedHours * 1.2, ...measured)
  const heightOf = (hours: number) => floor - (hours / most) * (floor - top)
  const step = width / weeks.length
  const points = weeks.flatMap((week, place) =>
    week.replyHours === null
      ? []
      : [
          {
            start: week.start,
            hours: week.replyHours,
            x: (place + 0.5) * step,
            y: heightOf(week.replyHours),
          },
        ],
  )
  const last = points.at(-1)
  const promise = heightOf(promisedHours)
  const any = measured.length > 0
  const sentence = any ? replySentence(weeks, overdue) : 'Nothing has been answered yet.'
  return (
    <ChartFigure
      heading="First reply"
      sentence={sentence}
      columns={['Week of', 'Median first reply']}
      rows={
        any
          ? weeks.map((week) => [
              dayOf(week),
              week.replyHours === null ? 'none' : durationOf(week.replyHours),
            ])
          : []
      }
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="chart-drawing"
        role="img"
        aria-label={`A line of weekly medians. ${sentence}`}
      >
        <path className="chart-axis" d={`M0 ${floor + 0.5}H${width}`} />
        <path className="chart-promise" d={`M0 ${promise}H${width}`} />
        <text className="chart-label" x={width} y={promise - 6} textAnchor="end">
          24 h promise
        </text>
        <path
          className="chart-line"
          d={points.map(({ x, y }, place) => `${place ? 'L' : 'M'}${x} ${y}`).join('')}
        />
        {points.map(({ start, hours, x, y }) => {
          const late = hours > promisedHours
          const named = late || start === last?.start
          return (
            <g key={start}>
              <circle
                data-value={hours}
                className={late ? 'chart-late' : 'chart-point'}
                cx={x}
                cy={y}
                r={late ? 5.5 : 3.5}
              />
              {named && (
                <text
                  className="chart-value"
                  x={Math.min(x, width - 16)}
                  y={y - 10}
                  textAnchor={x > width - 40 ? 'end' : 'middle'}
                >
                  {durationOf(hours)}
                </text>
              )}
            </g>
          )
        })}
        <text className="chart-label" x="0" y={floor + 20}>
          {weeks[0] && dayOf(weeks[0])}
        </text>
        <text className="chart-label" x={width} y={floor + 20} textAnchor="end">
          this week
        </text>
      </svg>
    </ChartFigure>
  )
}
