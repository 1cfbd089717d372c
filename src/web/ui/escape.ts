import { useEffect, useRef } from 'react'

const signal = 'escape-past-toast'
/** An open dialog, by its marks in the page. */
export const openLayer = '[data-takes-escape][data-state="open"]'

/**
 * A toast that appears above an open dialog becomes Radix's topmost layer and would swallow the
 * Escape meant for the dialog. The toast hands it on with this; true when one
 * took it: that with the focus, or the topmost when nothing has it.
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

/** A ref for the dialog that wants such an Escape; put `data-takes-escape` on the same element. */
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
