import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A reader within this distance of the end follows new messages. */
const nearPx = 80
/** Older messages are loaded when the reader is this close to the top. */
const topPx = 200

/**
 * Follows the end of a growing box unless the reader has scrolled away; new messages are then
 * counted. Own messages always scroll to the end; older ones, prepended, leave the view as it is.
 */
export function useStickiness(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { others, own, first }: { others: number; own: number; first: string | undefined },
  onTop?: () => void,
) {
  const stuck = useRef(true)
  const seen = useRef({ others, own, first })
  const reachedTop = useRef(onTop)
  reachedTop.current = onTop
  /** Distance of the view from the end of the content, in pixels. */
  const fromEnd = useRef(0)
  const [missed, setMissed] = useState(0)

  const jump = useCallback(() => {
    stuck.current = true
    setMissed(0)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [scroller])

  useLayoutEffect(() => {
    const added = others - seen.current.others
    const hasOwnMessage = own > seen.current.own
    const isPrepended = seen.current.first !== undefined && seen.current.first !== first
    seen.current = { others, own, first }
    const box = scroller.current
    if (isPrepended && box && !stuck.current) box.scrollTop = box.scrollHeight - fromEnd.current
    else if (stuck.current || hasOwnMessage) jump()
    else if (added > 0) setMissed((count) => count + added)
  }, [others, own, first, jump, scroller])

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    let top = box.scrollTop
    const follow = () => {
      // A hidden box has no scroll position.
      if (box.clientHeight === 0) return
      const near = box.scrollHeight - box.scrollTop - box.clientHeight <= nearPx
      // Only scrolling up stops following; a box that shrinks does not.
      if (near) stuck.current = true
      else if (box.scrollTop < top) stuck.current = false
      const isUp = box.scrollTop < top
      top = box.scrollTop
      fromEnd.current = box.scrollHeight - top
      if (isUp && top < topPx) reachedTop.current?.()
      if (near) setMissed(0)
    }
    const resized = new ResizeObserver(() => {
      if (stuck.current) box.scrollTop = box.scrollHeight
      fromEnd.current = box.scrollHeight - box.scrollTop
    })
    resized.observe(box)
    resized.observe(content.current)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', follow)
    }
  }, [scroller, content])

  return { missed, jump }
}
