import { type MouseEvent, useEffect, useRef } from 'react'

const signal = 'escape-past-toast'
/** Selector of an open dialog. */
export const openLayer = '[data-takes-escape][data-state="open"]'

/**
 * Passes Escape from a toast to the open dialog. Radix treats the toast as the topmost layer, which
 * would otherwise swallow the key.
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

/** A ref for dialogs that receive such an Escape. Put `data-takes-escape` on the same element. */
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

type Opening = { isAsked: boolean; isEscaped: boolean }

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/**
 * Makes Escape work even between the click on a link and the appearance of the dialog that it
 * opens.
 *
 * @returns the `onClick` of such links.
 */
export function useEscapeWhileOpening(isOpen: boolean, close: () => void) {
  const opening = useRef<Opening>({ isAsked: false, isEscaped: false }).current
  const latest = useRef({ isOpen, close })
  useEffect(() => {
    latest.current = { isOpen, close }
  })
  useEffect(() => {
    if (isOpen && opening.isEscaped) latest.current.close()
    opening.isAsked = false
    opening.isEscaped = false
  }, [isOpen, opening])
  useEffect(() => {
    function listen({ key }: KeyboardEvent) {
      if (key !== 'Escape' || document.querySelector(openLayer)) return
      if (latest.current.isOpen) latest.current.close()
      else opening.isEscaped = opening.isAsked
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [opening])
  return useRef((event: MouseEvent) => {
    opening.isAsked = isPlain(event)
    opening.isEscaped = false
  }).current
}
