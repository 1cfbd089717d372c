import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A reader within this distance of the end follows new messages. */
const nearPx = 80

/**
 * Keeps a scrolled box at its end as it grows, unless the reader has scrolled away: new messages
 * are then counted. The user's own messages always scroll to the end.
 *
 * @param others number of messages by others. @param own number of the user's own.
 */
export function useStickiness(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { others, own }: { others: number; own: number },
) {
  const stuck = useRef(true)
  const seen = useRef({ others, own })
  const [missed, setMissed] = useState(0)

  const jump = useCallback(() => {
    stuck.current = true
    setMissed(0)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [scroller])

  useLayoutEffect(() => {
    const added = others - seen.current.others
    const said = own > seen.current.own
    seen.current = { others, own }
    if (stuck.current || said) jump()
    else if (added > 0) setMissed((count) => count + added)
  }, [others, own, jump])

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
      top = box.scrollTop
      if (near) setMissed(0)
    }
    const resized = new ResizeObserver(() => {
      if (stuck.current) box.scrollTop = box.scrollHeight
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
