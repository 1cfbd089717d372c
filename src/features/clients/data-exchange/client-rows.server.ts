import { cutText } from '#contract/cut-text.ts'
import { isAddress } from '#contract/email-address.ts'
import { Failure } from '#contract/failure.ts'
import { trimmed } from '#contract/visible-text.ts'
import { isGuarded, unguarded } from '#server/files/formula-guard.ts'
import { NewClient } from '../schemas.ts'
import { type ImportColumn, type ImportField, type ImportRow, importLimits } from './contract.ts'
import { type CsvRecord, decode, readCsv } from './csv.server.ts'
import { fieldsOf } from './headings.server.ts'

type RowFields = Record<Exclude<ImportField, 'first' | 'middle' | 'last'>, string>
export type ClientRow = Pick<ImportRow, 'row' | 'line' | 'leftOut'> & {
  given: RowFields
  excess: string | null
}
export type CheckedRow = ImportRow & { client: NewClient | undefined }
export type Sheet = { columns: ImportColumn[]; missing: ('name' | 'email')[]; rows: ClientRow[] }

const naming: readonly unknown[] = ['name', 'first', 'last', 'company']

function missingIn(fields: readonly (ImportField | null)[]): Sheet['missing'] {
  const hasName = fields.some((field) => naming.includes(field))
  return [
    ...(hasName ? [] : (['name'] as const)),
    ...(fields.includes('email') ? [] : (['email'] as const)),
  ]
}

/** Removes prefixes that keep spreadsheet programs from reading a text as a formula or a number. */
function plain(cell: string): string {
  const text = trimmed(cell)
  if (isGuarded(text)) return unguarded(text)
  return text.replace(/^="(.*)"$/s, (_, inner: string) => inner.replaceAll('""', '"')).trim()
}

const parts: readonly ImportField[] = ['first', 'middle', 'last']

/** Google Contacts joins several addresses or numbers with ` ::: `. */
function valuesIn(cell: string, field: ImportField): string[] {
  const values = field === 'email' || field === 'phone' ? cell.split(' ::: ') : [cell]
  return values.map(trimmed).filter(Boolean)
}

function rowOf({ row, line, cells }: CsvRecord, columns: readonly ImportColumn[]): ClientRow {
  const filled = cells.map(plain)
  const values = columns.flatMap(({ field }, at) =>
    field ? valuesIn(filled[at] ?? '', field).map((value) => ({ field, value })) : [],
  )
  const firstOf = (field: ImportField) => values.find((one) => one.field === field)?.value ?? ''
  const joined = [firstOf('first'), firstOf('middle'), firstOf('last')].filter(Boolean).join(' ')
  const company = firstOf('company')
  const width = filled.findLastIndex(Boolean) + 1
  const given = {
    name: firstOf('name') || joined || company,
    email: firstOf('email'),
    company,
    phone: firstOf('phone'),
    notes: firstOf('notes'),
    status: firstOf('status').toLowerCase(),
  }
  const excess = `The row fills ${width} columns, but the heading has ${columns.length}`
  const leftOut = values.filter(({ field, value }) =>
    parts.includes(field) ? !given.name.includes(value) : value !== firstOf(field),
  )
  return { row, line, given, leftOut, excess: width > columns.length ? excess : null }
}

/**
 * Parses CSV with any common separator, line end and encoding.
 *
 * @param chosen fields of the columns that override those derived from the headings.
 * @throws Failure if it cannot be read, has no heading, is empty or too long.
 */
export function readClientRows(bytes: Uint8Array, chosen?: (ImportField | null)[]): Sheet {
  const text = decode(bytes)
  if (text.includes('\0')) throw new Failure('unsupported_type', 'This isn’t a CSV file.')
  const isUnderstood = (cells: string[]) => missingIn(fieldsOf(cells)).length === 0
  const records = []
  for (const record of readCsv(text, isUnderstood)) {
    if (records.push(record) <= importLimits.rows + 1) continue
    const max = importLimits.rows.toLocaleString('en-US')
    throw new Failure('too_large', `There are more than ${max} rows. Please split the file.`)
  }
  const [heading, ...rest] = records
  const headings = heading?.cells.map(plain) ?? []
  if (!heading || headings.some(isAddress)) {
    throw new Failure('invalid_input', 'The first line must name the columns.')
  }
  if (headings.length > importLimits.columns) {
    const max = importLimits.columns.toLocaleString('en-US')
    throw new Failure('too_large', `There are more than ${max} columns.`)
  }
  if (rest.length === 0) throw new Failure('invalid_input', 'There are no rows below the heading.')
  const fields = chosen ?? fieldsOf(headings)
  const columns = headings.map((name, at) => ({
    heading: name,
    sample: cutText(rest.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? '', 200),
    field: fields[at] ?? null,
  }))
  return {
    columns,
    missing: missingIn(columns.map(({ field }) => field)),
    rows: rest.map((record) => rowOf(record, columns)),
  }
}

/** @param existing names of existing clients by lower-case email. */
export function checkRows(
  rows: readonly ClientRow[],
  existing: ReadonlyMap<string, string>,
): CheckedRow[] {
  const lineOf = new Map<string, number>()
  return rows.map(({ row, line, given, leftOut, excess }) => {
    const { name, email, company } = given
    const shown = { row, line, name, email, company, leftOut }
    const refused = (reason: string) =>
      ({ ...shown, outcome: 'refused', reason, client: undefined }) as const
    if (excess) return refused(excess)
    const parsed = NewClient.safeParse({ ...given, status: given.status || undefined })
    if (!parsed.success) {
      const reasons = parsed.error.issues.map(({ path, message }) =>
        /^[A-Z].* /.test(message) ? message : `${path.join('.')}: ${message}`,
      )
      return refused([...new Set(reasons)].join('. '))
    }
    const client = parsed.data
    const key = client.email.toLowerCase()
    const earlier = lineOf.get(key)
    if (earlier === undefined) lineOf.set(key, line)
    const present = existing.get(key)
    const reason =
      present !== undefined
        ? `${present} already has this email`
        : earlier === undefined
          ? null
          : `Same email as line ${earlier}`
    return { ...shown, outcome: reason === null ? 'create' : 'duplicate', reason, client }
  })
}
