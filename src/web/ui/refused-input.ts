const few = (count: number) => count.toLocaleString('en-US')

/** By how much a text is too long. Both limits of the server are met: characters, trimmed. */
export function tooLong(length: number, limit: number): string | undefined {
  if (length <= limit) return undefined
  const excess = length - limit
  return `Too long by ${few(excess)} character${excess === 1 ? '' : 's'}; use at most ${few(limit)}`
}

/** What the control itself can tell: half a date, which scripts see as empty, or too long a text. */
export function problemIn(control: Element): string | undefined {
  const { validity, value, dataset } = control as HTMLInputElement
  if (validity?.badInput) return 'Complete this or clear it'
  if (dataset?.limit) return tooLong(value.trim().length, Number(dataset.limit))
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
