type Part = HTMLInputElement & HTMLDetailsElement & { heir?: Part }

/** Forms and what can have the focus, by keys that stay the same when they are rendered anew. */
function listParts(): Map<string, Part> {
  const parts = new Map<string, Part>()
  const all = 'form, input, textarea, select, button, a, details, summary'
  for (const part of document.querySelectorAll<Part>(all)) {
    const choice = /radio|checkbox/.test(part.type) && part.value
    const kind = [part.nodeName, part.getAttribute('name'), part.type, choice].join()
    let index = 0
    while (parts.has(kind + index)) index++
    parts.set(kind + index, part)
  }
  return parts
}

function fill(part: Part, old: Part): void {
  if (old.open) part.open = true
  if (part.checked !== old.checked) part.click()
  if (!old.matches('input, textarea, select') || part.value === old.value) return
  // React overrides the element's own setter, and ignores values that it has seen being set.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(part), 'value') ?? {}
  set?.call(part, old.value)
  for (const type of ['input', 'change']) part.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * React renders anew what it cannot hydrate, because a translator or an extension has changed it.
 * The returned function then gives what was typed, chosen and focused to the new elements, and
 * names them for the boot script.
 */
export function keptInput(): () => void {
  const before = listParts()
  let focused = document.activeElement
  // An element that is taken away loses the focus before: it is gone in the next microtask.
  const follow = () =>
    queueMicrotask(() => {
      if (focused?.isConnected) focused = document.activeElement
    })
  const types = ['focusin', 'focusout']
  for (const type of types) addEventListener(type, follow)
  const stop = () => {
    for (const type of types) removeEventListener(type, follow)
  }
  addEventListener('hydrated', stop, { once: true })
  return () => {
    const after = listParts()
    for (const [key, old] of before) {
      const part = after.get(key)
      if (old.isConnected || !part) continue
      old.heir = part
      fill(part, old)
      if (old !== focused) continue
      part.focus({ preventScroll: true })
      const { selectionStart, selectionEnd } = old
      if (selectionStart != null) part.setSelectionRange(selectionStart, selectionEnd)
    }
  }
}
