/**
 * Does in a page as a browser's translator: puts an element with changed words in the place of each
 * text, also of those that come or change later. Chrome takes a `<font>`.
 */
export function translate(tag: 'font' | 'span'): void {
  const untouched = 'script, style, noscript, textarea, .translated'
  const replace = (text: Text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
    outer.className = 'translated'
    inner.textContent = text.data.replace(/\S(?=\s*$)/, '$&\u00b7')
    outer.append(inner)
    text.replaceWith(outer)
  }
  const textsIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node instanceof Text ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }
  const begin = () => {
    textsIn(document.body).forEach(replace)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of [target, ...addedNodes]) {
          if (node === target && !(node instanceof Text)) continue
          textsIn(node).forEach(replace)
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  if (document.body) begin()
  else addEventListener('DOMContentLoaded', begin)
}
