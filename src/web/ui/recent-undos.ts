import { createStore } from '../store.ts'

const undoLimitMs = 60_000

type RecentAct = { id: number; text: string; undo: () => void }

/** Actions that can still be undone, newest first. */
export const recentUndos = createStore<readonly RecentAct[]>([])

let recorded = 0

/**
 * Offers to undo an action in the command menu for a minute.
 *
 * @returns its undo, which runs only once.
 */
export function recordUndo(text: string, run: () => void): () => void {
  recorded += 1
  const id = recorded
  const others = () => recentUndos.get().filter((act) => act.id !== id)
  function undo() {
    if (others().length === recentUndos.get().length) return
    recentUndos.set(others())
    run()
  }
  recentUndos.set([{ id, text, undo }, ...recentUndos.get()])
  setTimeout(() => recentUndos.set(others()), undoLimitMs)
  return undo
}

export const forgetActs = () => recentUndos.set([])
