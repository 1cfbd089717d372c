/** A number of millionths as a decimal, without superfluous zeros. */
export function decimalOf(micros: number): string {
  const whole = Math.trunc(micros / 1_000_000)
  const rest = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

/** Values of a run as its script reports them. */
export type Counts = {
  items?: number
  humanDecisions?: number
  errors?: number
  costMicros?: number
  currency?: string
  note?: string
  model?: string
}

export type ReadCounts =
  | { counts: Counts }
  /** Why no count was taken. */
  | { problem: string }
  /** Nothing of ours is in it. */
  | { none: true }

const mostCount = 1_000_000_000
const names = ['items', 'humanDecisions', 'errors'] as const

const known = ['cost', 'currency', 'note', 'model'] as const

/** ISO 4217; the codes that this runtime knows. */
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Digits as written in JSON, so that no value is rounded. */
const costForm = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function microsOf(cost: unknown): number | undefined {
  if (typeof cost !== 'number' || !(cost >= 0) || cost > mostCount) return undefined
  if (!costForm.test(String(cost))) return undefined
  const micros = Math.round(cost * 1_000_000)
  // At most six decimals: the shortest text of the number, as it came, gives the same again.
  return Number(decimalOf(micros)) === cost ? micros : undefined
}

function read(body: Record<string, unknown>): ReadCounts {
  const counts: Counts = {}
  for (const name of names) {
    const value = body[name]
    if (value === undefined) continue
    if (!Number.isInteger(value)) return { problem: `${name} must be a whole number` }
    if ((value as number) < 0 || (value as number) > mostCount) {
      return { problem: `${name} must be from 0 to 1,000,000,000` }
    }
    counts[name] = value as number
  }
  const { cost, currency, note, model } = body
  if (cost !== undefined) {
    const costMicros = microsOf(cost)
    if (costMicros === undefined) {
      return { problem: 'cost must be a number from 0 to 1,000,000,000 with at most 6 decimals' }
    }
    counts.costMicros = costMicros
  }
  if (currency !== undefined) {
    if (typeof currency !== 'string' || !currencies.has(currency)) {
      return { problem: 'currency must be a code of ISO 4217, such as USD' }
    }
    counts.currency = currency
  }
  const texts = { note: [note, 500], model: [model, 120] } as const
  for (const [name, [value, most]] of Object.entries(texts)) {
    if (value === undefined) continue
    if (typeof value !== 'string' || value.length > most || value.includes('\u0000')) {
      return { problem: `${name} must be a text of at most ${most} characters` }
    }
    counts[name as 'note' | 'model'] = value.toWellFormed()
  }
  return { counts }
}

/** @param body text of a JSON content type. */
export function readCounts(body: Buffer): ReadCounts {
  if (body.length === 0) return { none: true }
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { problem: 'this is not JSON' }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { none: true }
  const all = [...names, ...known] as readonly string[]
  const isOurs = Object.keys(parsed).some((name) => all.includes(name))
  return isOurs ? read(parsed as Record<string, unknown>) : { none: true }
}

export const isJson = (contentType: string | undefined) =>
  /^\s*(application\/(json|[\w.+-]+\+json))\s*(;|$)/i.test(contentType ?? '')
