import { ChartFigure, Hatch, width } from './chart-figure.tsx'
import type { Series } from './contract.ts'
import { funnelSentence, percent, plain, stagesOf } from './words.ts'

const row = 30
const start = 96
const maxWidth = 192

export function FunnelChart({ series }: { series: Series }) {
  const stages = stagesOf(series)
  const max = Math.max(1, ...stages.map(({ count }) => count))
  const sentence = funnelSentence(stages)
  return (
    <ChartFigure
      heading="Consultation funnel"
      sentence={sentence}
      columns={['Current status', 'Requests', 'Share of all']}
      enough={stages.some(({ count }) => count > 0)}
      rows={stages.map(({ label, count, share }) => [
        label,
        count.toLocaleString(),
        percent(share),
      ])}
      label={`Bars, one per status. ${plain(sentence)}.`}
      height={stages.length * row + 18}
    >
      <Hatch id="chart-hatch" />
      {stages.map(({ label, count, share, apart }, index) => {
        const y = index * row + (apart ? 16 : 4)
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
              width={(count / max) * maxWidth}
              height="20"
              rx="2"
            />
            <text className="chart-name" x={width} y={y + 15} textAnchor="end">
              {count.toLocaleString()} · {percent(share)}
            </text>
          </g>
        )
      })}
    </ChartFigure>
  )
}
