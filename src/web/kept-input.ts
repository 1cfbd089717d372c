type Part = HTMLInputElement & HTMLDetailsElement & { heir?: Part }

/**
 * Forms and focusable elements in document order, which stays the same when React re-renders them.
 */
const listParts = () => [
  ...document.querySelectorAll<Part>('form, input, textarea, select, button, a, details, summary'),
]

function fill(part: Part, old: Part): void {
  if (old.open) part.open = true
  if (part.checked !== old.checked) part.click()
  if (part.value === old.value || old.nodeName === 'BUTTON') return
  // React overrides the setter on the element and ignores values set through it, so this calls the
  // setter of the prototype.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(part), 'value') ?? {}
  set?.call(part, old.value)
  for (const type of ['input', 'change']) part.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * React discards and re-renders elements that it cannot hydrate, because a translator or an
 * extension has changed them. The returned function then copies the values, choices and focus to
 * the new elements. It also records each new element as `heir` of the old one, for `start-late.ts`.
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
