type Series = { label: string; values: number[] }

/** Growth with the amount of data. Both axes are logarithmic. */
export type Curve = {
  /** File name without extension. */
  name: string
  title: string
  /** Label of the horizontal axis: the records counted by `sizes`. */
  things: string
  unit: string
  sizes: number[]
  series: Series[]
  detail: string
}

const width = 640
const height = 360
const edge = { left: 64, right: 190, top: 58, bottom: 52 }
/** Lines differ by colour, dash and the label at their end. */
const strokes = [
  { colour: '#0b5394', dash: '' },
  { colour: '#b45309', dash: '6 4' },
  { colour: '#166534', dash: '2 3' },
  { colour: '#7e22ce', dash: '10 3 2 3' },
  { colour: '#be123c', dash: '1 4' },
]

const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const short = (value: number) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value)

function decades(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1)
  return Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n))
}

function spread(heights: readonly number[]): number[] {
  const order = heights.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y)
  let last = Number.NEGATIVE_INFINITY
  const moved = [...heights]
  for (const { y, at } of order) {
    last = Math.max(y, last + 15)
    moved[at] = last
  }
  return moved
}

/** An SVG document on a light background. */
export function draw({ title, things, unit, sizes, series }: Curve): string {
  const steps = decades(series.flatMap(({ values }) => values).filter((value) => value > 0))
  const scale = (value: number, from: number, to: number, start: number, length: number) =>
    start + (Math.log10(value / from) / Math.log10(to / from)) * length
  const [firstSize = 1, firstStep = 1] = [sizes[0], steps[0]]
  const [lastSize = 10, lastStep = 10] = [sizes.at(-1), steps.at(-1)]
  const inner = { x: width - edge.left - edge.right, y: height - edge.top - edge.bottom }
  const x = (size: number) => scale(size, firstSize, lastSize, edge.left, inner.x).toFixed(1)
  const y = (value: number) =>
    scale(Math.max(value, firstStep), firstStep, lastStep, height - edge.bottom, -inner.y)
  const text = (at: string, more: string, words: string) =>
    `<text ${at} ${more}>${asText(words)}</text>`
  const grid = [
    ...steps.flatMap((step) => [
      `<path d="M${edge.left} ${y(step).toFixed(1)}H${edge.left + inner.x}" stroke="#d4d4d8"/>`,
      text(
        `x="${edge.left - 8}" y="${(y(step) + 4).toFixed(1)}"`,
        'text-anchor="end"',
        short(step),
      ),
    ]),
    ...sizes.flatMap((size) => [
      `<path d="M${x(size)} ${edge.top}V${height - edge.bottom}" stroke="#e4e4e7"/>`,
      text(`x="${x(size)}" y="${height - edge.bottom + 18}"`, 'text-anchor="middle"', short(size)),
    ]),
  ]
  const ends = spread(series.map(({ values }) => y(values.at(-1) ?? firstStep)))
  const lines = series.flatMap(({ label, values }, at) => {
    const { colour, dash } = strokes[at % strokes.length] ?? { colour: '#000', dash: '' }
    const points = values.map((value, n) => `${x(sizes[n] ?? 1)},${y(value).toFixed(1)}`)
    const circles = points.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`
    })
    const summary = `${label}: ${Number((values.at(-1) ?? 0).toPrecision(3))}`
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      ...circles,
      text(
        `x="${edge.left + inner.x + 10}" y="${((ends[at] ?? 0) + 4).toFixed(1)}"`,
        `fill="${colour}"`,
        summary,
      ),
    ]
  })
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${asText(title).replaceAll('"', '&quot;')}" font-family="system-ui, sans-serif" font-size="12" fill="#3f3f46">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(`x="16" y="24"`, 'font-size="15" font-weight="600" fill="#18181b"', title),
    text(`x="16" y="40"`, '', unit),
    ...grid,
    text(`x="${edge.left + inner.x / 2}" y="${height - 14}"`, 'text-anchor="middle"', things),
    ...lines,
    '</svg>',
  ].join('\n')}\n`
}
