/**
 * The figures of section "Replies" from a backup alone, with nothing of the product:
 *
 *   node resilience/figures-of-backup.ts <backup> <days> <now in milliseconds>
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

type Row = Record<string, string | null>

const [folder = '', days = '90', now = `${Date.now()}`] = process.argv.slice(2)

function rowsOf(table: string): Row[] {
  const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    tables: { name: string; columns: { name: string }[] }[]
  }
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  const text = gunzipSync(readFileSync(join(folder, 'tables', `${table}.ndjson.gz`))).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const values = JSON.parse(line) as (string | null)[]
      return Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null]))
    })
}

/** Microseconds, of '2026-11-23 12:00:00.123456+00'. */
function moment(text: string | null | undefined): number {
  const [, date, time, fraction = '', sign, hours, minutes = '00'] =
    /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-])(\d\d):?(\d\d)?$/.exec(text ?? '') ?? []
  const ms = Date.parse(`${date}T${time}${sign}${hours}:${minutes}`)
  return ms * 1000 + Number(fraction.padEnd(6, '0'))
}

const isTrue = (value: string | null | undefined) => value === 'true' || value === 't'

const from = (Number(now) - Number(days) * 86_400_000) * 1000
const counted = rowsOf('reply_deadlines').filter(
  (row) =>
    (row.kind === 'inquiry' || row.kind === 'consultation') &&
    row.waived_at === null &&
    !isTrue(row.imported) &&
    moment(row.opened_at) > from,
)
const met = counted.filter((row) => row.met_at !== null)
const measured = met.filter((row) => row.evidence !== 'stated')
const minutes = measured
  .map((row) => (moment(row.met_at) - moment(row.opened_at)) / 60_000_000)
  .sort((a, b) => a - b)
const middle = (minutes.length - 1) / 2
const [low = 0, high = 0] = [minutes[Math.floor(middle)], minutes[Math.ceil(middle)]]
const by = (evidence: string) => met.filter((row) => row.evidence === evidence).length
const open = counted.filter((row) => row.met_at === null)

console.log(
  JSON.stringify({
    n: measured.length,
    onTime: measured.filter((row) => moment(row.met_at) <= moment(row.due_at)).length,
    medianMinutes: minutes.length > 0 ? Math.round((low + high) / 2) : null,
    open: open.length,
    overdue: open.filter((row) => moment(row.due_at) <= Number(now) * 1000).length,
    byEvidence: {
      mail: by('mail'),
      chat: by('chat'),
      booking: by('booking'),
      stated: by('stated'),
    },
  }),
)
