/** Characters with which spreadsheet programs begin a formula (OWASP, CSV Injection). */
const sign = '[=+\\-@\\t\\r\\uFF0B\\uFF0D\\uFF1D\\uFF20]'
const formula = new RegExp(`^'*${sign}`)
const guarded = new RegExp(`^'(?='*${sign})`)

/** Adds one apostrophe, even before existing ones, so that `unguarded` restores the text. */
export const guardFormula = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)

export const isGuarded = (cell: string) => guarded.test(cell)

export const unguarded = (cell: string) => cell.replace(guarded, '')
