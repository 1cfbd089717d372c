/* Prometheus text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string>>

export type Sample = { suffix?: string; labels?: Labels; value: number }

export type MetricFamily = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export type Collector = () => readonly MetricFamily[] | Promise<readonly MetricFamily[]>

export class Counter {
  value = 0

  add(by = 1): void {
    this.value += by
  }
}

export class Histogram {
  readonly bounds: readonly number[]
  /** Per bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array(bounds.length + 1).fill(0)
  }

  observe(value: number): void {
    let at = 0
    while (at < this.bounds.length && value > (this.bounds[at] as number)) at++
    this.counts[at] = (this.counts[at] as number) + 1
    this.sum += value
  }

  samples(labels: Labels): Sample[] {
    let count = 0
    const buckets = [...this.bounds, Number.POSITIVE_INFINITY].map((bound, at): Sample => {
      count += this.counts[at] as number
      return { suffix: '_bucket', labels: { ...labels, le: formatNumber(bound) }, value: count }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.sum },
      { suffix: '_count', labels, value: count },
    ]
  }
}

export class LabeledMetrics<T> {
  readonly #members = new Map<string, { labels: Labels; member: T }>()
  readonly #make: () => T
  readonly #names: readonly string[]

  constructor(names: readonly string[], make: () => T) {
    this.#names = names
    this.#make = make
  }

  /** @param values one for each label name, in order; few, because each combination is kept. */
  labels(...values: string[]): T {
    const key = values.join('\n')
    const existing = this.#members.get(key)
    if (existing) return existing.member
    const member = this.#make()
    const labels = Object.fromEntries(this.#names.map((name, at) => [name, values[at] ?? '']))
    this.#members.set(key, { labels, member })
    return member
  }

  flatMap<R>(write: (member: T, labels: Labels) => R[]): R[] {
    return [...this.#members.values()].flatMap(({ member, labels }) => write(member, labels))
  }
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' }
const escapeHelp = (text: string) => text.replace(/[\\\n]/g, (char) => escapes[char] ?? char)
const escapeLabel = (text: string) => text.replace(/[\\\n"]/g, (char) => escapes[char] ?? char)

function writeLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

export function writeFamilies(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) =>
          `${name}${suffix}${writeLabels(labels)} ${formatNumber(value)}\n`,
      )
      return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}
