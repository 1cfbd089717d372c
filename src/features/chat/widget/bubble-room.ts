const solid = 'a, button, input, select, textarea, summary, label, img, svg'

/** Whether no text, control or drawing of the page lies under an element. */
function isOverNothing(bubble: Element): boolean {
  const box = bubble.getBoundingClientRect()
  const isUnder = ({ left, right, top, bottom }: DOMRect) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top
  for (const element of document.querySelectorAll(solid)) {
    if (!bubble.contains(element) && [...element.getClientRects()].some(isUnder)) return false
  }
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue?.trim() || bubble.contains(text)) continue
    range.selectNodeContents(text)
    if ([...range.getClientRects()].some(isUnder)) return false
  }
  return true
}

/** Where the content leaves the bubble no gutter, it shows itself only over empty space. */
export function watchRoom(bubble: HTMLElement): () => void {
  const ending = new AbortController()
  const options = { passive: true, signal: ending.signal }
  let last = scrollY
  let rest: ReturnType<typeof setTimeout>
  const look = () => bubble.toggleAttribute('data-clear', isOverNothing(bubble))
  const onScroll = () => {
    if (scrollY > last) bubble.removeAttribute('data-clear')
    else look()
    last = scrollY
    // Safari had no `scrollend` for long.
    clearTimeout(rest)
    rest = setTimeout(look, 200)
  }
  addEventListener('scroll', onScroll, options)
  addEventListener('scrollend', look, options)
  const resizing = new ResizeObserver(look)
  resizing.observe(document.documentElement)
  resizing.observe(bubble)
  return () => {
    ending.abort()
    clearTimeout(rest)
    resizing.disconnect()
  }
}
