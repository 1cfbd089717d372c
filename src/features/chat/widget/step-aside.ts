import { useEffect } from 'react'

const controls = 'a, button, input, select, textarea, summary, label, [tabindex="0"]'

/** Fades the bubble while it would lie on the control that has the focus or is being pressed. */
function watch(bubble: HTMLElement): () => void {
  const ending = new AbortController()
  const options = { capture: true, passive: true, signal: ending.signal }
  let pressed: Element | null = null
  function isUnder(control: Element | null): boolean {
    if (!control?.matches(controls) || bubble.contains(control)) return false
    const box = bubble.getBoundingClientRect()
    return [...control.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    )
  }
  const look = () => {
    bubble.toggleAttribute('data-aside', isUnder(pressed) || isUnder(document.activeElement))
  }
  for (const kind of ['focusin', 'focusout', 'scroll', 'resize']) {
    addEventListener(kind, look, options)
  }
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel']) {
    const press = ({ type, target }: Event) => {
      const isPress = type === 'pointerdown' && target instanceof Element
      pressed = isPress ? target.closest(controls) : null
      look()
    }
    addEventListener(kind, press, options)
  }
  return () => ending.abort()
}

export function StepAside(): null {
  useEffect(() => {
    const bubble = document.getElementById('chat-bubble')
    return bubble ? watch(bubble) : undefined
  }, [])
  return null
}
