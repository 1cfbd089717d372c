import { createStore } from '../store.ts'

const undoLimitMs = 60_000

type RecentAct = { id: number; text: string; undo: () => void }

/** Actions that can still be undone, newest first. */
export const recentActs = createStore<readonly RecentAct[]>([])

let recorded = 0

/**
 * Offers to undo an action in the command menu for a minute.
 *
 * @returns its undo, which runs only once.
 */
export function recordAct(text: string, run: () => void): () => void {
  recorded += 1
  const id = recorded
  const others = () => recentActs.get().filter((act) => act.id !== id)
  function undo() {
    if (others().length === recentActs.get().length) return
    recentActs.set(others())
    run()
  }
  recentActs.set([{ id, text, undo }, ...recentActs.get()])
  setTimeout(() => recentActs.set(others()), undoLimitMs)
  return undo
}

export const forgetActs = () => recentActs.set([])
