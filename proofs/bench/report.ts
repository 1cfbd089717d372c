/** Writes `proofs/bench/results.md`, and the data in `results/` that it is generated from. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Effort, type Figure, isMet } from './measure.ts'

const figuresFile = join(import.meta.dirname, 'results/figures.json')
/** Three significant figures, or more where a whole number has more digits. */
function number(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
}

const headings = ['what', 'median (spread)', 'goal', '', 'made of', 'load']

function cellsOf(figure: Figure): string[] {
  const { name, value, unit, goal, detail, load } = figure
  const { median, low, high } = value
  const behind = unit && ` ${unit}`
  const spread = low === high ? '' : ` (${number(low)} to ${number(high)})`
  const sign = goal && ('atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`)
  const verdict = goal ? (isMet(figure) ? 'met' : 'not met') : ''
  const wanted = sign ? `${sign}${behind}` : ''
  return [name, `${number(median)}${behind}${spread}`, wanted, verdict, detail, load.toFixed(1)]
}

/** The figures of each row as last written, so that rows measured separately form one table. */
export function readResults(): Map<string, Figure[]> {
  const stored = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8') : '{}'
  return new Map(Object.entries(JSON.parse(stored) as Record<string, Figure[]>))
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** @param order the order of the rows on the page. */
export function writeResults(
  results: ReadonlyMap<string, Figure[]>,
  order: readonly string[],
): void {
  writeFileSync(figuresFile, `${JSON.stringify(Object.fromEntries(results), null, 2)}\n`)
  const figures = order.flatMap((name) => results.get(name) ?? [])
  const page = [
    '# How fast it is',
    '',
    'Written by `npm run bench`; the rows can be measured one by one (`npm run bench -- pages`).',
    '',
    `- written ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory`,
    `- Node ${process.versions.node}`,
    '',
    'A ratio is of processor time (user and system, of every process that serves) for one piece of',
    'work unless it says otherwise; the sides are measured in turn, in one run. All is measured over',
    'loopback, from the machine that is measured. The load average is of the last minute when the',
    'figure was taken: well above the number of cores it means that other work ran besides, which',
    'ratios of processor time bear and latencies do not.',
    '',
    ...[headings, headings.map(() => '---'), ...figures.map(cellsOf)].map(line),
  ]
  writeFileSync(join(import.meta.dirname, 'results.md'), `${page.join('\n')}\n`)
}

/** Runs a single row: prints its figures and sends them to the parent process. */
export async function runAlone(row: (effort: Effort, words: string[]) => Promise<Figure[]>) {
  const given = process.argv.slice(2)
  const words = given.filter((word) => !word.startsWith('--'))
  const figures = await row({ quick: given.includes('--quick') }, words)
  for (const [name, value, goal, verdict, detail, load] of figures.map(cellsOf)) {
    console.log(`${name}: ${value}  ${goal} ${verdict}  [load ${load}]\n    ${detail}`)
  }
  if (process.send) process.send(figures, () => process.exit(0))
  else process.exit(0)
}
