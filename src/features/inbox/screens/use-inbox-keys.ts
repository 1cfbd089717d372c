import { useShortcut } from '#web/ui/shortcuts.ts'
import type { InboxItem } from '../deadlines/contract.ts'
import { isOpen } from './due-words.ts'
import type { Ask } from './item-pane.tsx'

/** @returns whether there was something to focus. */
function focusIn(pane: Element): boolean {
  const composer = pane.querySelector('.inbox-composer')
  const writes = composer?.querySelector<HTMLElement>('textarea')
  const target = writes ?? composer?.querySelector<HTMLElement>('a, button')
  target?.focus()
  return target !== undefined && target !== null
}

/**
 * Focuses the composer. While it is still loading, waits for it unless the user does something
 * else.
 */
function focusComposer(): void {
  const pane = document.querySelector('.inbox-pane')
  if (!pane || focusIn(pane)) return
  const ending = new AbortController()
  const loading = new MutationObserver(() => focusIn(pane) && ending.abort())
  ending.signal.addEventListener('abort', () => loading.disconnect())
  loading.observe(pane, { childList: true, subtree: true })
  const once = { capture: true, signal: ending.signal }
  for (const type of ['keydown', 'pointerdown']) {
    addEventListener(type, () => ending.abort(), once)
  }
}

/** Keyboard shortcuts of the inbox. Most apply only to an item that needs an answer. */
export function useInboxKeys(props: {
  itemOf: () => InboxItem | undefined
  move: (step: number) => void
  ask: (ask: Ask) => void
  take: (item: InboxItem) => void
}): void {
  const { itemOf, move, ask, take } = props
  const whenOpen = (act: (item: InboxItem) => void) => () => {
    const item = itemOf()
    if (item && isOpen(item)) act(item)
  }
  useShortcut({ keys: 'j', label: 'Next request', run: () => move(1) })
  useShortcut({ keys: 'k', label: 'Previous request', run: () => move(-1) })
  useShortcut({ keys: 'r', label: 'Reply', run: focusComposer })
  useShortcut({ keys: 't', label: 'Take', run: whenOpen(take) })
  useShortcut({ keys: 'a', label: 'Assign', run: whenOpen(() => ask('assign')) })
  useShortcut({ keys: 's', label: 'Snooze', run: whenOpen(() => ask('snooze')) })
  useShortcut({ keys: 'c', label: 'I called', run: whenOpen(() => ask('called')) })
  useShortcut({ keys: 'w', label: 'No reply needed', run: whenOpen(() => ask('waive')) })
}
