import { maxSearchLength } from '#contract/max-search-length.ts'

const few = (count: number) => count.toLocaleString('en-US')

/** By how many code points a text is too long, trimmed: as the server counts. */
export function tooLong(text: string, limit: number): string | undefined {
  const trimmed = text.trim()
  const excess = trimmed.length > limit ? [...trimmed].length - limit : 0
  if (excess <= 0) return undefined
  return `Too long by ${few(excess)} character${excess === 1 ? '' : 's'}; use at most ${few(limit)}`
}

/** Why a search is not sent. */
export const searchProblem = (typed: string) => tooLong(typed, maxSearchLength)

/** The problem of a control by itself: half a date, which scripts see as empty, or too long a text. */
export function problemIn(control: Element): string | undefined {
  const { validity, value, dataset } = control as HTMLInputElement
  if (validity?.badInput) return 'Complete this or clear it'
  if (dataset?.limit) return tooLong(value, Number(dataset.limit))
}

/** Such a form is not submitted; its fields say why. Runs before every other handler. */
function refuse(event: SubmitEvent): void {
  const wrong = [...(event.target as HTMLFormElement).elements].filter(problemIn)
  if (wrong.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  for (const control of wrong) control.dispatchEvent(new Event('invalid'))
  ;(wrong[0] as HTMLElement).focus()
}

if (typeof window !== 'undefined') addEventListener('submit', refuse, true)
