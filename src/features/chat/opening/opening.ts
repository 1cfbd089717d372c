export type ChatOpening = {
  /** The panel's code should be loaded: an opening is likely, or a conversation is open. */
  wanted: boolean
  open: boolean
  /** Opened by the header's button, so the panel may have to say that no agent is available. */
  fromHeader: boolean
  /** Incremented by every request to open, even while open. */
  count: number
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

/** Reopens a panel that was open before a reload, without moving the focus. */
export function restoreChat(): void {
  change({ wanted: true, open: true })
}

/** Hides the panel; the session and drafts stay. */
export function minimizeChat(): void {
  if (current.open) change({ open: false })
}

/** Preloads the panel's code before a likely opening. */
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
