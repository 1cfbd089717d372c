import { ChartFigure, Hatch, width } from './chart-figure.tsx'
import type { Week } from './contract.ts'
import { dayOf, durationOf, inquirySentence, plain, replySentence } from './words.ts'

const height = 168
const floor = 140
const barTop = 20
const lineTop = 24
/** Labels of a line stand above its highest point, so that none overlaps it. */
const labelTop = 14

export function InquiriesChart({ weeks }: { weeks: Week[] }) {
  const max = Math.max(1, ...weeks.map(({ inquiries }) => inquiries))
  const heightOf = (inquiries: number) => (inquiries / max) * (floor - barTop)
  const step = width / weeks.length
  const sentence = inquirySentence(weeks)
  const enough = weeks.some(({ inquiries }) => inquiries > 0)
  const present = weeks.at(-1)?.inquiries ?? 0
  return (
    <ChartFigure
      heading="Inquiries per week"
      sentence={sentence}
      enough={enough}
      columns={['Week of', 'Inquiries']}
      rows={weeks.map((week) => [dayOf(week), week.inquiries.toLocaleString()])}
      label={`Bars, one per week. ${plain(sentence)}.`}
      height={height}
    >
      <Axis weeks={weeks} />
      {weeks.map(({ start, inquiries }, index) => (
        <rect
          key={start}
          data-value={inquiries}
          className={index === weeks.length - 1 ? 'chart-bar-current' : 'chart-bar'}
          x={index * step + step * 0.16}
          y={floor - heightOf(inquiries)}
          width={step * 0.68}
          height={heightOf(inquiries)}
          rx="2"
        />
      ))}
      {enough && (
        <text
          className="chart-value"
          textAnchor="middle"
          x={width - step / 2}
          y={floor - heightOf(present) - 6}
        >
          {present.toLocaleString()}
        </text>
      )}
    </ChartFigure>
  )
}

type ReplyChartProps = { weeks: Week[]; enough: boolean; overdue: number }

/**
 * Shows the weekly median of the replies that the product saw. Weeks whose median reply was late
 * are larger, red and labeled. The hatched bars behind are medians of replies recorded by hand.
 */
export function ReplyChart({ weeks: given, enough, overdue }: ReplyChartProps) {
  const weeks = enough
    ? given
    : given.map((week) => ({ ...week, replyHours: null, statedHours: null }))
  const hours = weeks.flatMap(({ replyHours, statedHours }) => [replyHours ?? 0, statedHours ?? 0])
  const isStated = weeks.some(({ statedHours }) => statedHours !== null)
  const max = Math.max(1, ...hours) * 1.2
  const heightOf = (hours: number) => floor - (hours / max) * (floor - lineTop)
  const step = width / weeks.length
  const points = weeks.flatMap(({ start, replyHours: hours, isLate: late }, index) =>
    hours === null ? [] : [{ start, hours, late, x: (index + 0.5) * step, y: heightOf(hours) }],
  )
  const last = points.at(-1)
  const tooFew = 'Not enough answers measured yet'
  const sentence = enough ? replySentence(weeks, overdue) : [`${tooFew}.`]
  return (
    <ChartFigure
      heading="First reply"
      sentence={sentence}
      enough={enough}
      tooFew={tooFew}
      columns={['Week of', 'Median first reply', 'Stated by staff']}
      rows={weeks.map((week) => [
        dayOf(week),
        ...[week.replyHours, week.statedHours].map((median) =>
          median === null ? 'none' : durationOf(median),
        ),
      ])}
      label={`A line of weekly medians. ${plain(sentence)}`}
      legend={isStated && 'Stated by staff'}
      height={height}
    >
      <Hatch id="stated-hatch" />
      <Axis weeks={weeks} />
      {weeks.map(
        ({ start, statedHours }, index) =>
          statedHours !== null && (
            <rect
              key={start}
              className="chart-stated"
              x={index * step + step * 0.16}
              y={heightOf(statedHours)}
              width={step * 0.68}
              height={floor - heightOf(statedHours)}
              rx="2"
            />
          ),
      )}
      <path
        className="chart-line"
        d={points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('')}
      />
      {points.map(({ start, hours, late, x, y }) => {
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
              <>
                <path className="chart-axis" d={`M${x} ${labelTop + 5}V${y - 8}`} />
                <text
                  className="chart-value"
                  x={x > width - 40 ? width : x}
                  y={labelTop}
                  textAnchor={x > width - 40 ? 'end' : 'middle'}
                >
                  {durationOf(hours)}
                </text>
              </>
            )}
          </g>
        )
      })}
    </ChartFigure>
  )
}

function Axis({ weeks: [first] }: { weeks: Week[] }) {
  return (
    <>
      <path className="chart-axis" d={`M0 ${floor + 0.5}H${width}`} />
      <text className="chart-label" x="0" y={floor + 20}>
        {first && dayOf(first)}
      </text>
      <text className="chart-label" x={width} y={floor + 20} textAnchor="end">
        this week
      </text>
    </>
  )
}
