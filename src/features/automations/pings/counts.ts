import { fitText } from '#contract/cut-text.ts'

/** Formats millionths as a decimal without trailing zeros. */
export function decimalOf(micros: number): string {
  const whole = Math.trunc(micros / 1_000_000)
  const rest = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

/** The values of a run as reported by its script. */
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
  /** `leftOut` explains each rejected value, by its name. */
  | { counts: Counts; leftOut: Readonly<Record<string, string>> }
  /** Why no counts were read. */
  | { problem: string }
  /** The body contains none of our fields. */
  | { none: true }

const maxCount = 1_000_000_000
const names = ['items', 'humanDecisions', 'errors'] as const

const known = ['cost', 'currency', 'note', 'model'] as const

/** ISO 4217 codes that this runtime knows. */
const currencies = new Set(Intl.supportedValuesOf('currency'))

const outOfRange = `must be a number from 0 to ${maxCount.toLocaleString('en-US')}`

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= maxCount

/** Rounds numbers and truncates texts. An invalid value is left out, but the others count. */
function read(body: Record<string, unknown>): ReadCounts {
  const counts: Counts = {}
  const leftOut: Record<string, string> = {}
  for (const name of names) {
    const value = body[name]
    if (value === undefined) continue
    if (isCount(value)) counts[name] = Math.round(value)
    else leftOut[name] = outOfRange
  }
  const { cost, currency, note, model } = body
  if (currency !== undefined) {
    if (typeof currency === 'string' && currencies.has(currency)) counts.currency = currency
    else leftOut.currency = 'must be a code of ISO 4217, such as USD'
  }
  if (cost !== undefined) {
    if (!isCount(cost)) leftOut.cost = outOfRange
    else if (leftOut.currency && currency !== null) leftOut.cost = 'needs its currency'
    else counts.costMicros = Math.round(cost * 1_000_000)
  }
  const texts = { note: [note, 500], model: [model, 120] } as const
  for (const [name, [value, max]] of Object.entries(texts)) {
    if (value === undefined) continue
    if (typeof value !== 'string') leftOut[name] = 'must be a text'
    else counts[name as 'note' | 'model'] = fitText(storable(value), max)
  }
  return Object.keys(counts).length > 0 ? { counts, leftOut } : { problem: inWords(leftOut) }
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** For example "cost must be a number"; several are joined by semicolons. */
export const inWords = (leftOut: Readonly<Record<string, string>>) =>
  Object.entries(leftOut)
    .map((each) => each.join(' '))
    .join('; ')

/** JSON must be UTF-8, but some programs send Latin-1. */
function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('latin1').decode(body)
  }
}

/** Values that JSON lacks but Python writes. The first alternative skips strings. */
const notInJson = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g

/** @param body the body of a request with a JSON content type. */
export function readCounts(body: Buffer): ReadCounts {
  if (body.length === 0) return { none: true }
  let parsed: unknown
  try {
    parsed = JSON.parse(decode(body).replace(notInJson, (_, text?: string) => text ?? 'null'))
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
