/** `bench/results.md`, and the data it is generated from in `results/`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findPrograms } from '../src/server/database/own-programs.ts'
import { type Curve, draw } from './curve.ts'
import { type Figure, isMet } from './measure.ts'
import { cellsOf, headings } from './table.ts'

const folder = join(import.meta.dirname, 'results')
const figuresFile = join(folder, 'figures.json')
const curvesFile = join(folder, 'curves.json')
/** Written by hand: by the name of a figure, the reason why it misses its goal. */
const boundsFile = join(folder, 'bounds.json')

const order = [
  'pages',
  'clients',
  'search',
  'contact',
  'mail',
  'content',
  'chat',
  'sockets',
  'uploads',
  'start',
  'phone',
]

function read<T>(file: string): Record<string, T> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, T>) : {}
}

function write(file: string, content: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** Figures by row as last written, so that rows measured one by one form one table. */
export function readResults(): Map<string, Figure[]> {
  return new Map(Object.entries(read<Figure[]>(figuresFile)))
}

export function writeResults(results: ReadonlyMap<string, Figure[]>): void {
  write(figuresFile, Object.fromEntries(results))
  writePage()
}

export function writeCurve(curve: Curve): void {
  write(curvesFile, { ...read<Curve>(curvesFile), [curve.name]: curve })
  writePage()
}

function versionOf(program: string, flag: string): string {
  const { stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(`${stdout} ${stderr}`)?.[0] ?? '(not installed)'
}

function machine(): string[] {
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  const postgres = versionOf(join(findPrograms(), 'bin/postgres'), '--version')
  return [
    `- written ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${cpu?.model.trim()}, ${cpus().length} cores, ${memory} GB of memory; load ${load.toFixed(1)}`,
    `- Node ${process.versions.node}, nginx ${versionOf('/usr/sbin/nginx', '-v')}, PostgreSQL ${postgres}`,
  ]
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function table(figures: readonly Figure[]): string[] {
  return [line(headings), line(headings.map(() => '---')), ...figures.map(cellsOf).map(line)]
}

function boundsOf(figures: readonly Figure[]): string[] {
  const explanations = read<string>(boundsFile)
  const unmet = figures.filter((one) => isMet(one) === false)
  if (unmet.length === 0) return ['Every goal is met.']
  return unmet.map(({ name }) => `- **${name}**: ${explanations[name] ?? 'not looked into yet.'}`)
}

function curvesOf(): string[] {
  const curves = Object.values(read<Curve>(curvesFile))
  if (curves.length === 0) return ['Not measured yet: `npm run bench -- growth`.']
  return curves.flatMap((curve) => {
    writeFileSync(join(folder, `${curve.name}.svg`), draw(curve))
    return [`![${curve.title}](results/${curve.name}.svg)`, '', curve.detail, '']
  })
}

function writePage(): void {
  const results = readResults()
  const figures = order.flatMap((name) => results.get(name) ?? [])
  const page = [
    '# How fast it is',
    '',
    'Written by `npm run bench`; the rows can be measured one by one (`npm run bench -- pages`).',
    '',
    ...machine(),
    '',
    'A ratio is of processor time (user and system, of every process that serves) for one piece of',
    'work unless it says speed; the sides are measured in turn, in one run. Latencies are at the rate',
    'that stands beside them, over loopback, from the machine that is measured. The load average is',
    'of the last minute when the figure was taken: well above the number of cores it means that other',
    'work ran besides, which ratios of processor time bear and latencies do not.',
    '',
    ...table(figures),
    '',
    '## What bounds what is not met',
    '',
    ...boundsOf(figures),
    '',
    '## Growth',
    '',
    ...curvesOf(),
  ]
  writeFileSync(join(import.meta.dirname, 'results.md'), `${page.join('\n').trimEnd()}\n`)
}
