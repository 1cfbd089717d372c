const step = 8
const controls = 'a, button, input, select, textarea, summary, label'

/** Whether no text or control lies under an element. */
function isOverNothing(bubble: Element): boolean {
  const { left, right, top, bottom } = bubble.getBoundingClientRect()
  const beneath = new Set<Element>()
  for (let x = left; x <= right; x += step) {
    for (let y = top; y <= bottom; y += step) {
      for (const element of document.elementsFromPoint(x, y)) beneath.add(element)
    }
  }
  const range = document.createRange()
  const isText = (node: Node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
    )
  }
  return [...beneath].every(
    (element) =>
      bubble.contains(element) ||
      !(element.closest(controls) || [...element.childNodes].some(isText)),
  )
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
