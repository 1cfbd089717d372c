type Part = HTMLInputElement & HTMLDetailsElement & { heir?: Part }

/** Forms, and what can have the focus, in the order of the page: the same when rendered anew. */
const listParts = () => [
  ...document.querySelectorAll<Part>('form, input, textarea, select, button, a, details, summary'),
]

function fill(part: Part, old: Part): void {
  if (old.open) part.open = true
  if (part.checked !== old.checked) part.click()
  if (part.value === old.value || old.nodeName === 'BUTTON') return
  // React overrides the element's own setter, and ignores values that it has seen being set.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(part), 'value') ?? {}
  set?.call(part, old.value)
  for (const type of ['input', 'change']) part.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * React renders anew what it cannot hydrate, because a translator or an extension has changed it.
 * The returned function then gives what was typed, chosen and focused to the new elements, and
 * names them for `start-late.ts`.
 */
export function keptInput(): () => void {
  const before = listParts()
  let focused: EventTarget | null = document.activeElement
  const follow = ({ target }: Event) => {
    focused = target
  }
  addEventListener('focusin', follow)
  addEventListener('hydrated', () => removeEventListener('focusin', follow), { once: true })
  return () => {
    const after = listParts()
    for (const [at, old] of before.entries()) {
      const part = after[at]
      if (old.isConnected || part?.nodeName !== old.nodeName || part.name !== old.name) continue
      old.heir = part
      fill(part, old)
      if (old !== focused) continue
      part.focus({ preventScroll: true })
      const { selectionStart, selectionEnd } = old
      if (selectionStart != null) part.setSelectionRange(selectionStart, selectionEnd)
    }
  }
}
