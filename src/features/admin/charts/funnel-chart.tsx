import { ChartFigure } from './chart-figure.tsx'
import type { Series } from './contract.ts'
import { funnelSentence, percent, stagesOf } from './words.ts'

const width = 400
const row = 30
const start = 96
const room = 192

export function FunnelChart({ series }: { series: Series }) {
  const stages = stagesOf(series)
  const most = Math.max(1, ...stages.map(({ count }) => count))
  const any = stages.some(({ count }) => count > 0)
  const sentence = funnelSentence(stages)
  return (
    <ChartFigure
      heading="Consultation funnel"
      sentence={sentence}
      columns={['Current status', 'Requests', 'Share of all']}
      rows={
        any
          ? stages.map(({ label, count, share }) => [label, count.toLocaleString(), percent(share)])
          : []
      }
    >
      <svg
        viewBox={`0 0 ${width} ${stages.length * row + 18}`}
        className="chart-drawing"
        role="img"
        aria-label={`Bars, one per status. ${sentence}.`}
      >
        <defs>
          <pattern
            id="chart-hatch"
            width="7"
            height="7"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path className="chart-hatch" d="M0 0V7" />
          </pattern>
        </defs>
        {stages.map(({ label, count, share, apart }, place) => {
          const y = place * row + (apart ? 16 : 4)
          return (
            <g key={label}>
              {apart && <path className="chart-axis" d={`M0 ${y - 8}H${width}`} />}
              <text className="chart-name" x="0" y={y + 15}>
                {label}
              </text>
              <rect
                data-value={count}
                className={apart ? 'chart-bar-apart' : 'chart-bar'}
                x={start}
                y={y}
                width={(count / most) * room}
                height="20"
                rx="2"
              />
              <text className="chart-name" x={width} y={y + 15} textAnchor="end">
                {count.toLocaleString()} · {percent(share)}
              </text>
            </g>
          )
        })}
      </svg>
    </ChartFigure>
  )
}
