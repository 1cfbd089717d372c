/** Signs with which spreadsheet programs begin a formula (OWASP, CSV Injection). */
const sign = '[=+\\-@\\t\\r\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
const formula = new RegExp(`^'*${sign}`)
const guarded = new RegExp(`^'(?='*${sign})`)

/** An apostrophe more, also before those that the text has, so that `unguarded` gives it back. */
export const guardFormula = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)

export const isGuarded = (cell: string) => guarded.test(cell)

export const unguarded = (cell: string) => cell.replace(guarded, '')
