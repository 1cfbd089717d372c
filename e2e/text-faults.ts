import type { Page } from '@playwright/test'

/**
 * Finds texts that overlap one another or a mark such as a dot, and texts that their container cuts
 * off. Fixed and sticky elements and dialogs cover the page on purpose, so they are compared only
 * with their own kind. This does not apply to table cells, which cover nothing until somebody
 * scrolls.
 */
export function textFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    type Text = Box & { element: Element; stack: Element; words: string }

    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const styles = new Map<Element, CSSStyleDeclaration>()
    function styleOf(element: Element): CSSStyleDeclaration {
      const style = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, style)
      return style
    }
    function ancestorsOf(element: Element): Element[] {
      const all: Element[] = []
      for (let one: Element | null = element; one; one = one.parentElement) all.push(one)
      return all
    }
    const stackOf = (element: Element) =>
      ancestorsOf(element).find(
        (one) =>
          (/fixed|sticky/.test(styleOf(one).position) && !one.matches('th, td')) ||
          one.matches('dialog, [role=dialog], [role=menu]'),
      ) ?? document.documentElement
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isOver = (a: Box, b: Box, byAtLeast: number) => {
      const { left, top, right, bottom } = meet(a, b)
      return right - left > byAtLeast && bottom - top > byAtLeast
    }
    const clips = (element: Element) => {
      const { overflowX, overflowY } = styleOf(element)
      return overflowX !== 'visible' || overflowY !== 'visible'
    }

    const faults: string[] = []
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const { textContent, parentElement: element } = walker.currentNode
      const words = textContent?.trim()
      if (!words || !element || !isShown(element)) continue
      if (element.closest('.sr-only, .skip-link, script, style, noscript, option, template'))
        continue
      const around = ancestorsOf(element).filter(
        (one) => one !== document.body && one !== document.documentElement,
      )
      const size = Number.parseFloat(styleOf(element).fontSize)
      range.selectNodeContents(walker.currentNode)
      for (const line of range.getClientRects()) {
        if (line.width < 2 || line.height < 2) continue
        const middle = (line.top + line.bottom) / 2
        // The box is that of the letters, without the space around a line.
        let box: Box = {
          left: line.left,
          right: line.right,
          top: middle - size * 0.36,
          bottom: middle + size * 0.36,
        }
        for (const one of around.filter(clips)) {
          const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(one)
          const edge = one.getBoundingClientRect()
          const isEllipsed = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
          const hides = [overflowX, overflowY].some((value) => /hidden|clip/.test(value))
          const isOut =
            (/hidden|clip/.test(overflowX) &&
              (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
            (/hidden|clip/.test(overflowY) &&
              (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
          const isGone = !isOver(box, edge, 0)
          if (hides && isOut && !isGone && !isEllipsed) {
            faults.push(`cut by ${describe(one)}: ${words.slice(0, 60)}`)
          }
          box = meet(box, edge)
        }
        if (box.right - box.left < 1 || box.bottom - box.top < 1) continue
        texts.push({ ...box, element, stack: stackOf(element), words: words.slice(0, 40) })
      }
    }
    texts.sort((a, b) => a.top - b.top)
    for (const [at, a] of texts.entries()) {
      for (const b of texts.slice(at + 1)) {
        if (b.top > a.bottom) break
        if (a.stack === b.stack && a.element !== b.element && isOver(a, b, 2)) {
          faults.push(`“${a.words}” ${describe(a.element)} and “${b.words}” ${describe(b.element)}`)
        }
      }
    }
    // Dots and other small marks are pseudo-elements out of the flow.
    for (const element of document.body.querySelectorAll('*')) {
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        if (style.position !== 'absolute' || style.content === 'none' || !isShown(element)) continue
        const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)]
        if (!(width > 2 && width <= 24 && height > 2 && height <= 24)) continue
        if (style.backgroundColor === 'rgba(0, 0, 0, 0)' || style.opacity === '0') continue
        const holder = ancestorsOf(element).find((one) => styleOf(one).position !== 'static')
        if (!holder || style.transform !== 'none' || style.translate !== 'none') continue
        const { left, top } = holder.getBoundingClientRect()
        const { borderLeftWidth, borderTopWidth } = styleOf(holder)
        const x = left + Number.parseFloat(borderLeftWidth) + Number.parseFloat(style.left)
        const y = top + Number.parseFloat(borderTopWidth) + Number.parseFloat(style.top)
        const mark = { left: x, top: y, right: x + width, bottom: y + height }
        for (const text of texts) {
          if (text.stack === stackOf(element) && isOver(mark, text, 2)) {
            faults.push(`${pseudo} of ${describe(element)} over “${text.words}”`)
          }
        }
      }
    }
    return [...new Set(faults)].slice(0, 20)
  })
}
