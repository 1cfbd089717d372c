import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FileResponse } from './file-response.ts'
import { guardFormula } from './formula-guard.ts'

/** How many rows each query of an export reads. */
const pageSize = 1000

/**
 * Reads all rows of a list in pages. The first page is read before the response begins, so that a
 * failure can set the status.
 */
export async function readPages<Row>(
  read: (limit: number, last?: Row) => PromiseLike<Row[]>,
): Promise<AsyncIterable<Row[]>> {
  const first = await read(pageSize)
  return (async function* () {
    for (let page = first; page.length > 0; ) {
      yield page
      page = page.length < pageSize ? [] : await read(pageSize, page.at(-1))
    }
  })()
}

/**
 * CSV as in RFC 4180, with a BOM so that spreadsheet programs detect UTF-8. A leading apostrophe is
 * added to cells that would be read as a formula.
 */
export async function* toCsv(
  columns: string[],
  pages: AsyncIterable<object[]>,
  date: (moment: Date) => string,
): AsyncGenerator<string> {
  const options = {
    columns,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { date, string: guardFormula },
  } as const
  yield `\ufeff${stringify([], { ...options, header: true })}`
  for await (const page of pages) yield stringify(page, options)
}

type Row = { id: string; [column: string]: unknown }

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** A list as a CSV file whose name contains the day. */
export function spreadsheet(
  name: string,
  columns: object,
  read: (limit: number, last?: Row) => PromiseLike<Row[]>,
): FileResponse {
  return {
    name: `${name}-${dayOf(new Date())}.csv`,
    type: 'text/csv; charset=utf-8',
    open: async () => Readable.from(toCsv(Object.keys(columns), await readPages(read), dayOf)),
  }
}
