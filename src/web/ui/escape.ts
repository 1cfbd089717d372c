import { useEffect, useRef } from 'react'

const signal = 'escape-past-toast'
/** Selector of an open dialog. */
export const openLayer = '[data-takes-escape][data-state="open"]'

/**
 * A toast above an open dialog becomes Radix's topmost layer and would swallow the Escape meant for
 * the dialog. Passes it on to the dialog with the focus, or to the topmost if nothing is focused;
 * true if there is one.
 */
export function passEscapeToDialog(): boolean {
  const focused = document.activeElement
  const dialog =
    focused && focused !== document.body
      ? focused.closest(openLayer)
      : Array.from(document.querySelectorAll(openLayer)).at(-1)
  dialog?.dispatchEvent(new Event(signal))
  return dialog != null
}

/** Ref for a dialog that receives such an Escape; put `data-takes-escape` on the same element. */
export function useEscapePastToast(onEscape: () => void) {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  return useRef((element: HTMLElement | null) => {
    const listen = () => latest.current()
    element?.addEventListener(signal, listen)
    return () => element?.removeEventListener(signal, listen)
  }).current
}
