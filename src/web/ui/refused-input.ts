import { maxSearchLength } from '#contract/max-search-length.ts'

const few = (count: number) => count.toLocaleString('en-US')

/**
 * The message for a text that is too long. As on the server, the text is trimmed and its code
 * points are counted.
 */
export function tooLong(text: string, limit: number): string | undefined {
  const trimmed = text.trim()
  const excess = trimmed.length > limit ? [...trimmed].length - limit : 0
  if (excess <= 0) return undefined
  return `Too long by ${few(excess)} character${excess === 1 ? '' : 's'}; use at most ${few(limit)}`
}

/** The reason why a search is not sent, if any. */
export const searchProblem = (typed: string) => tooLong(typed, maxSearchLength)

/**
 * The problem of one control, if any: a half-entered date, which scripts see as empty, or a text
 * that is too long.
 */
export function problemIn(control: Element): string | undefined {
  const { validity, value, dataset } = control as HTMLInputElement
  if (validity?.badInput) return 'Complete this or clear it'
  if (dataset?.limit) return tooLong(value, Number(dataset.limit))
}

/**
 * Stops the submission of a form with such problems and shows them at the fields. It runs before
 * every other handler.
 */
function refuse(event: SubmitEvent): void {
  const wrong = [...(event.target as HTMLFormElement).elements].filter(problemIn)
  if (wrong.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  for (const control of wrong) control.dispatchEvent(new Event('invalid'))
  ;(wrong[0] as HTMLElement).focus()
}

if (typeof window !== 'undefined') addEventListener('submit', refuse, true)
