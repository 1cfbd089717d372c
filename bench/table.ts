import { type Effort, type Figure, type Goal, isMet, type Spread } from './measure.ts'

/** Three significant figures, or more where whole numbers need them. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value !== 0 && Math.abs(value) < 0.001) return value.toFixed(4)
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
}

function valueText({ median, low, high }: Spread, unit: string): string {
  const behind = unit && ` ${unit}`
  const spread = low === high ? '' : ` (${number(low)} to ${number(high)})`
  return `${number(median)}${behind}${spread}`
}

function goalText(goal: Goal | undefined, unit: string): string {
  if (!goal) return ''
  const behind = unit && ` ${unit}`
  return 'atMost' in goal ? `≤ ${goal.atMost}${behind}` : `≥ ${goal.atLeast}${behind}`
}

const verdicts = new Map([
  [true, 'met'],
  [false, 'not met'],
  [undefined, ''],
])

export const headings = ['what', 'median (spread)', 'goal', '', 'made of', 'load']

export function cellsOf(figure: Figure): string[] {
  const { name, value, unit, goal, detail, load } = figure
  const verdict = verdicts.get(isMet(figure)) ?? ''
  return [name, valueText(value, unit), goalText(goal, unit), verdict, detail, load.toFixed(1)]
}

/** A table for a terminal: the long column goes below each line. */
function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map(cellsOf)
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  for (const row of rows) {
    const line = [0, 1, 2, 3].map((column) => (row[column] ?? '').padEnd(width(column))).join('  ')
    console.log(`${line.trimEnd()}  [load ${row[5]}]\n    ${row[4]}`)
  }
}

/** Runs a single row: prints its figures and sends them to the parent process. */
export async function runAlone(row: (effort: Effort, words: string[]) => Promise<Figure[]>) {
  const words = process.argv.slice(2)
  const quick = words.includes('--quick')
  const figures = await row(
    { quick },
    words.filter((word) => !word.startsWith('--')),
  )
  printFigures(figures)
  if (process.send) process.send(figures, () => process.exit(0))
  else process.exit(0)
}
