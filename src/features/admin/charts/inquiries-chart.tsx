import { ChartFigure } from './chart-figure.tsx'
import type { Week } from './contract.ts'
import { dayOf, inquirySentence } from './words.ts'

const width = 400
const height = 168
const floor = 140
const top = 20

export function InquiriesChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.map(({ inquiries }) => inquiries))
  const step = width / weeks.length
  const sentence = inquirySentence(weeks)
  const any = weeks.some(({ inquiries }) => inquiries > 0)
  return (
    <ChartFigure
      heading="Inquiries per week"
      sentence={sentence}
      columns={['Week of', 'Inquiries']}
      rows={any ? weeks.map((week) => [dayOf(week), week.inquiries.toLocaleString()]) : []}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="chart-drawing"
        role="img"
        aria-label={`Bars, one per week. ${sentence}.`}
      >
        <path className="chart-axis" d={`M0 ${floor + 0.5}H${width}`} />
        {weeks.map((week, place) => {
          const tall = (week.inquiries / most) * (floor - top)
          const current = place === weeks.length - 1
          return (
            <rect
              key={week.start}
              data-value={week.inquiries}
              className={current ? 'chart-bar-current' : 'chart-bar'}
              x={place * step + step * 0.16}
              y={floor - tall}
              width={step * 0.68}
              height={tall}
              rx="2"
            />
          )
        })}
        {any && (
          <text
            className="chart-value"
            textAnchor="middle"
            x={width - step / 2}
            y={floor - ((weeks.at(-1)?.inquiries ?? 0) / most) * (floor - top) - 6}
          >
            {(weeks.at(-1)?.inquiries ?? 0).toLocaleString()}
          </text>
        )}
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
