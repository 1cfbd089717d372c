import type { ComponentType, ReactNode } from 'react'
import type { InboxItem } from '../deadlines/contract.ts'

/** A message or event of a subject. */
export type Entry = {
  id: string
  at: string
  by: 'visitor' | 'staff' | 'event'
  /** Author; events name people in their text. */
  name?: string | null
  content: ReactNode
  /** The product's confirmation of a request. */
  isConfirmation?: boolean
}

/** Entries before those that are shown. */
export type Earlier = { isLoading: boolean; load: () => void }

/** A hook; it has no entries for subjects of others. */
export type EntrySource = (item: InboxItem) => {
  entries: readonly Entry[]
  earlier?: Earlier
  /** Of the first entries. */
  isLoading: boolean
  isError: boolean
  refetch: () => unknown
}

export type ComposerProps = {
  item: InboxItem
  /** Asks how somebody answered outside the product. */
  onAnswered: () => void
}

/** Parts that higher domains fill for their subjects; constant for a page. */
export type InboxSlots = {
  /** Facts and texts of the request. */
  Subject: ComponentType<{ item: InboxItem }>
  /** A mail thread without a deadline; `back` leads to the list on narrow screens. */
  Thread: ComponentType<{ id: string; back: ReactNode }>
  /** Entries of the conversation besides the events. */
  useEntries: EntrySource
  /** Below the conversation; `r` moves the focus to its first text area, link or button. */
  Composer: ComponentType<ComposerProps>
  /** The dialog that makes a client of the subject. */
  Convert: ComponentType<{ item: InboxItem; onClose: () => void }>
  mayConvert: (item: InboxItem) => boolean
}
