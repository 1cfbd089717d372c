import { Failure } from '#contract/failure.ts'

/**
 * `row` and `line` are where the record begins. A line break inside quotes counts as a line but not
 * as a row.
 */
export type CsvRecord = { row: number; line: number; cells: string[] }

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which Windows programs write
 * without a mark.
 */
export function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const lineEnds = /\r\n|\n|\r/g

/**
 * Yields the records of RFC 4180 with two extensions: CRLF, LF and CR each end a record, and a
 * quote within an unquoted cell is text (`="0228"`). Blank records are counted but left out.
 *
 * @throws Failure for a quoted cell that is never closed or is followed by text.
 */
export function* readRecords(text: string, delimiter: string, from: number): Generator<CsvRecord> {
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|(?!")([^${delimiter}\\r\\n]*))([${delimiter}]|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  cell.lastIndex = from
  let line = 1 + (text.slice(0, from).match(lineEnds)?.length ?? 0)
  let begun = line
  let cells: string[] = []
  for (let row = line; cell.lastIndex < text.length || cells.length > 0; ) {
    const found = cell.exec(text)
    if (!found) {
      const why = 'a quoted cell isn’t closed, or text follows its closing quote'
      throw new Failure('invalid_input', `The file can’t be read as CSV near line ${line}: ${why}.`)
    }
    const [whole, quoted, plain = '', end] = found
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    line += whole.match(lineEnds)?.length ?? 0
    if (end === delimiter) continue
    if (cells.some((each) => each.trim())) yield { row, line: begun, cells }
    row += 1
    begun = line
    cells = []
  }
}

const separators = [',', ';', '\t'] as const

/** Lines without a filled cell, whatever their separators, and a `sep=;` line among them. */
const beginning =
  /^(?:(?:""|[ \t,;|])*[\r\n])*(?:"?sep=([,;|\t])"?[ \t,;]*(?:\r\n|\n|\r))?(?:(?:""|[ \t,;|])*[\r\n])*/i

/**
 * Uses the separator of the `sep=;` line. Otherwise, prefers a separator whose heading
 * `isUnderstood`, and then the one that yields the most cells in it.
 */
export function readCsv(text: string, isUnderstood: (heading: string[]) => boolean) {
  const [begun, separator] = beginning.exec(text) ?? []
  const from = begun?.length ?? 0
  if (separator) return readRecords(text, separator, from)
  const worthOf = (delimiter: string) => {
    try {
      const { cells }: CsvRecord = readRecords(text, delimiter, from).next().value
      return cells.length + (isUnderstood(cells) ? text.length : 0)
    } catch {
      return 0
    }
  }
  const worth = new Map(separators.map((each) => [each, worthOf(each)]))
  const best = separators.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0))[0]
  return readRecords(text, best ?? ',', from)
}
