import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { InboxItem } from '../deadlines/contract.ts'

/** A message or event of a subject. */
export type Entry = {
  id: string
  at: string
  by: 'visitor' | 'staff' | 'event'
  /** The author; events mention people in their text. */
  name?: string | null
  content: ReactNode
  /** The entry is the product's confirmation of a request. */
  isConfirmation?: boolean
}

/** Entries before the visible ones. */
export type Earlier = { isLoading: boolean; load: () => void }

/** A hook that supplies entries; none for subjects of other domains. */
export type EntrySource = (item: InboxItem) => {
  entries: readonly Entry[]
  earlier?: Earlier
  /** The first entries are still loading. */
  isLoading: boolean
  isError: boolean
  refetch: () => unknown
}

export type ComposerProps = {
  item: InboxItem
  /** Opens the dialog that records an answer given outside the product. */
  onAnswered: () => void
}

/**
 * Parts of the screen that later domains provide for their subjects. They must not change while a
 * page is mounted. `admin/needs-reply/inbox-page.tsx` fills them.
 */
export type InboxSlots = {
  /** The facts and texts of the request. */
  Subject: ComponentType<{ item: InboxItem }>
  /** A mail thread without a deadline; `back` leads to the list on narrow screens. */
  Thread: ComponentType<{ id: string; back: ReactNode }>
  /** The entries of the conversation other than events. */
  useEntries: EntrySource
  /** Shown below the conversation; `r` focuses its first text area, link or button. */
  Composer: ComponentType<ComposerProps>
  /** The dialog that converts the subject to a client. */
  Convert: ComponentType<{
    item: InboxItem
    open: boolean
    onClose: () => void
    opener?: HTMLElement | null
  }>
  mayConvert: (item: InboxItem) => boolean
}

export const InboxSlotsContext = createContext<InboxSlots | null>(null)

export function useInboxSlots(): InboxSlots {
  const slots = use(InboxSlotsContext)
  if (!slots) throw new Error('The inbox is shown without its slots.')
  return slots
}
