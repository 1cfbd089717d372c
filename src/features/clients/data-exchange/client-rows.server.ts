import { parse } from 'csv-parse/sync'
import { Failure } from '../../../contract/failure.ts'
import { NewClient } from '../list/contract.ts'
import { type ImportRow, importLimits } from './contract.ts'

const columns = ['name', 'email', 'company', 'phone', 'notes', 'status'] as const
type Column = (typeof columns)[number]

const otherNames: Record<string, Column> = {
  'full name': 'name',
  'contact name': 'name',
  contact: 'name',
  'e-mail': 'email',
  'email address': 'email',
  'e-mail address': 'email',
  organization: 'company',
  organisation: 'company',
  'company name': 'company',
  telephone: 'phone',
  'phone number': 'phone',
  note: 'notes',
  comments: 'notes',
}

type Heading = { positions: Map<Column, number>; ignored: string[] }
export type ClientRow = { line: number; given: Partial<Record<Column, string>> }
export type JudgedRow = ImportRow & { client: NewClient | undefined }

/** UTF-8, or the encodings that spreadsheet programs use on Windows. */
function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel separates with semicolons in many locales, so the heading row decides. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/\r?\n/, 1)
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: heading.split(delimiter).length,
  }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).delimiter
}

function readHeading(cells: string[]): Heading {
  const positions = new Map<Column, number>()
  const ignored: string[] = []
  cells.forEach((cell, at) => {
    const word = cell.trim().toLowerCase()
    const column = columns.find((name) => name === word) ?? otherNames[word]
    if (column && !positions.has(column)) positions.set(column, at)
    else if (word) ignored.push(cell.trim())
  })
  const missing = (['name', 'email'] as const).filter((column) => !positions.has(column))
  if (missing.length > 0) {
    throw new Failure(
      'invalid_input',
      `The first line must name the columns; missing: ${missing.join(', ')}.`,
    )
  }
  return { positions, ignored }
}

/** Removes the apostrophe that keeps spreadsheet programs from reading text as a formula. */
function plain(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '')
}

/**
 * Parses CSV: comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252.
 *
 * @throws Failure when it cannot be read, lacks a name or email column, is empty or too long.
 */
export function readClientRows(bytes: Uint8Array): { rows: ClientRow[]; ignored: string[] } {
  const text = decode(bytes)
  if (text.includes('\0')) throw new Failure('unsupported_type', 'This is not a CSV file.')
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
      max_record_size: 64 * 1024,
      to: importLimits.rows + 2,
    }) as unknown as typeof records
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? ` near line ${error.lines}` : ''
    throw new Failure('invalid_input', `The file cannot be read as CSV${line}.`, { cause: error })
  }
  const [heading, ...rest] = records
  const { positions, ignored } = readHeading(heading?.record ?? [])
  if (rest.length === 0) throw new Failure('invalid_input', 'There are no rows below the heading.')
  if (rest.length > importLimits.rows) {
    const most = importLimits.rows.toLocaleString('en-US')
    throw new Failure('too_large', `There are more than ${most} rows. Please split the file.`)
  }
  const rows = rest.map(({ record, info }) => {
    const cells = [...positions].map(([column, at]) => [column, plain(record[at]?.trim() ?? '')])
    return { line: info.lines, given: Object.fromEntries(cells) as ClientRow['given'] }
  })
  return { rows, ignored }
}

/** @param existing names of existing clients by lower-case email. */
export function judgeRows(
  rows: readonly ClientRow[],
  existing: ReadonlyMap<string, string>,
): JudgedRow[] {
  const lineOf = new Map<string, number>()
  return rows.map(({ line, given }) => {
    const { name = '', email = '', company = '' } = given
    const shown = { line, name, email, company }
    const status = given.status?.toLowerCase() || undefined
    const parsed = NewClient.safeParse({ ...given, status })
    if (!parsed.success) {
      const reasons = parsed.error.issues.map(({ path, message }) =>
        /^[A-Z].* /.test(message) ? message : `${path.join('.')}: ${message}`,
      )
      return {
        ...shown,
        outcome: 'refused',
        reason: [...new Set(reasons)].join('. '),
        client: undefined,
      }
    }
    const client = parsed.data
    const key = client.email.toLowerCase()
    const earlier = lineOf.get(key)
    if (earlier === undefined) lineOf.set(key, line)
    const present = existing.get(key)
    const reason =
      present !== undefined
        ? `${present} has this e-mail already`
        : earlier === undefined
          ? null
          : `Same e-mail as line ${earlier}`
    return { ...shown, outcome: reason === null ? 'create' : 'duplicate', reason, client }
  })
}
