/** Whether the chat panel is wanted, open, and what waits unread in it. */
export type ChatOpening = {
  /** Somebody is about to open it, or a conversation goes on: its code may be fetched. */
  wanted: boolean
  open: boolean
  /** The header's button promises more than a bubble does: it may have to say that nobody is here. */
  fromHeader: boolean
  /** Rises with every wish to open, also while it is open. */
  count: number
  /** What was pressed. */
  opener: HTMLElement | null
  unread: number
}

export const shut: ChatOpening = {
  wanted: false,
  open: false,
  fromHeader: false,
  count: 0,
  opener: null,
  unread: 0,
}

let current = shut
const listeners = new Set<() => void>()

function change(next: Partial<ChatOpening>): void {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

export function openChat(opener: HTMLElement | null, { fromHeader = false } = {}): void {
  change({ wanted: true, open: true, fromHeader, count: current.count + 1, opener, unread: 0 })
}

/** Shows a panel that was open before a reload, without taking anybody there. */
export function restoreChat(): void {
  change({ wanted: true, open: true })
}

/** Keeps everything. */
export function minimizeChat(): void {
  if (current.open) change({ open: false })
}

/** Says that an opening is likely, so that the panel is there when it comes. */
export function expectChat(): void {
  if (!current.wanted) change({ wanted: true })
}

export function setUnread(unread: number): void {
  if (current.unread !== unread) change({ unread })
}

export function currentChatOpening(): ChatOpening {
  return current
}

export function subscribeToChatOpening(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
