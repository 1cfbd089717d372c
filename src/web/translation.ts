/**
 * The translators of browsers replace each text node with an element. React keeps updating,
 * removing and inserting before its own text nodes, which throws or shows nothing once they are
 * gone. Each text node is therefore put back, emptied, before its translation; when React changes,
 * removes or moves it, the translation follows.
 */
type Translation = { original: Text; data: string; by: ChildNode }

/** Maps both the emptied text node and the element that replaced it. */
const translations = new WeakMap<Node, Translation>()

/** React marks the nodes that it created with a property. */
const isForeign = (node: Node) =>
  node instanceof HTMLElement && !Object.keys(node).some((key) => key.startsWith('__react'))

const foreignIn = (nodes: NodeList) => [...nodes].find(isForeign) as Element | undefined

/** Finds the element that replaced a removed text node, whichever of the two changes came first. */
function standIn(text: Text, removal: MutationRecord, records: MutationRecord[]) {
  const { target, previousSibling, nextSibling } = removal
  const addition = records.find(
    (one) =>
      one.target === target &&
      foreignIn(one.addedNodes) &&
      (one === removal ||
        one.nextSibling === text ||
        one.previousSibling === text ||
        (one.previousSibling === previousSibling && one.nextSibling === nextSibling)),
  )
  const found = addition && foreignIn(addition.addedNodes)
  return found?.parentNode === target ? found : undefined
}

function keep(translation: Translation): void {
  translations.set(translation.original, translation)
  translations.set(translation.by, translation)
}

function forget({ original, by }: Translation): void {
  by.remove()
  translations.delete(original)
  translations.delete(by)
}

function follow(records: MutationRecord[], observer: MutationObserver): void {
  for (const record of records) {
    const changed = record.type === 'characterData' && translations.get(record.target)
    if (changed) forget(changed)
    for (const node of record.removedNodes) {
      const known = translations.get(node)
      if (known?.original === node && known.by.isConnected) {
        if (node.isConnected) known.original.after(known.by)
        else forget(known)
      } else if (known?.by === node && known.original.isConnected && !node.isConnected) {
        const [next] = record.addedNodes
        forget(known)
        if (next && next !== known.original) keep({ ...known, by: next as ChildNode })
        else known.original.data = known.data
      } else if (node instanceof Text && node.data.trim() && node.parentNode !== record.target) {
        const by = standIn(node, record, records)
        if (!by) continue
        keep({ original: node, data: node.data, by })
        if (by.contains(node)) node.replaceWith(node.data)
        node.data = ''
        by.before(node)
      }
    }
  }
  observer.takeRecords()
}

new MutationObserver(follow).observe(document, {
  childList: true,
  characterData: true,
  subtree: true,
})
