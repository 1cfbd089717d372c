import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { type InboxView, inboxViews } from '#contract/vocabulary.ts'
import { usePages } from '#web/api/pages.ts'
import { keyOf, query } from '#web/api/query.ts'
import { type InboxCounts, type InboxItem, inbox } from '../deadlines/contract.ts'
import { isOpen, isOverdue } from './due-words.ts'
import type { Wanted } from './use-address.ts'

const maxCounted = 1000

type Page = Output<typeof inbox.list>

/**
 * The open deadlines of a view, and the counts of all views. The counts stay while another view
 * loads, and the items while another page does.
 */
export function useInboxList(view: InboxView) {
  const { data: loaded, ...state } = usePages(inbox.list, { view })
  const loadedView = useRef(view)
  if (!state.isPlaceholderData) loadedView.current = view
  const data = loadedView.current === view ? loaded?.items : undefined
  const counts = useRef<InboxCounts>(undefined)
  counts.current = loaded?.counts ?? counts.current
  return { ...state, data, counts: counts.current, isError: state.isError && !data }
}

/** Subject types by the parameter of the address. */
const subjectTypes = { lead: 'inquiry', chat: 'chat', thread: 'thread' } as const

function subjectOf(wanted: Wanted | null) {
  for (const [key, id] of Object.entries(wanted ?? {})) {
    if (key in subjectTypes) return { type: subjectTypes[key as keyof typeof subjectTypes], id }
  }
  return null
}

/** The item in the address, whether listed or not, with the history of its subject. */
export function useSelected(
  wanted: Wanted | null,
  listed: InboxItem[] | undefined,
  isLoaded: boolean,
) {
  const itemId = wanted && 'item' in wanted ? wanted.item : null
  const row = listed?.find(({ id }) => id === itemId)
  const shown = useQuery({
    ...query(inbox.show, { id: itemId ?? '' }),
    enabled: itemId !== null && !row && isLoaded,
  })
  // An answered item leaves the list. Its pane, and any text being typed there, stays until it is
  // fetched.
  const listedLast = useRef<InboxItem>(undefined)
  listedLast.current = row ?? listedLast.current
  const left = listedLast.current?.id === itemId && !shown.isError ? listedLast.current : undefined
  const selected = row ?? (itemId ? (shown.data?.item ?? left) : undefined)
  const subject = selected?.subject ?? subjectOf(wanted)
  const history = useQuery({
    ...query(inbox.history, subject ?? { type: 'thread', id: '' }),
    enabled: subject !== null,
  })
  const items = history.data?.items
  const named = itemId ? (items?.find(({ id }) => id === itemId) ?? selected) : items?.[0]
  // If the named item was answered and the sender has written again, the open item is shown
  // instead.
  const item = named && !isOpen(named) && items?.[0] && isOpen(items[0]) ? items[0] : named
  const failing = shown.isError && !selected ? shown : history
  return {
    item,
    items,
    events: history.data?.events,
    isError: wanted !== null && (failing.isError || (!itemId && items?.length === 0)),
    error: failing.error,
    isPaused: shown.isPaused || history.isPaused,
    isFetching: failing.isFetching,
    refetch: () => failing.refetch(),
  }
}

/** Must match the server's views. */
function isIn(view: InboxView, item: InboxItem, userId: string): boolean {
  const now = Date.now()
  const isSnoozed = item.snoozedUntil !== null && Date.parse(item.snoozedUntil) > now
  if (!isOpen(item)) return false
  const views: Record<InboxView, boolean> = {
    all: !isSnoozed,
    mine: !isSnoozed && item.assignee?.id === userId,
    unassigned: !isSnoozed && item.assignee === null,
    overdue: isOverdue(item, now),
    snoozed: isSnoozed,
  }
  return views[view]
}

const isInbox = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    String(queryKey[0]).startsWith('inbox.'),
}

export const stopInbox = (client: QueryClient) => client.cancelQueries(isInbox)
export const refreshInbox = (client: QueryClient) => client.invalidateQueries(isInbox)

/**
 * Updates an item in all cached responses that contain it. A view that the item joins shows it
 * after the next fetch.
 *
 * @returns a function that restores the responses.
 */
export function putItem(client: QueryClient, item: InboxItem, userId: string): () => void {
  const before = client.getQueriesData(isInbox)
  const put = (one: InboxItem) => (one.id === item.id ? item : one)
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: keyOf(inbox.list) })) {
    const { view = 'all' } = (key[1] ?? {}) as { view?: InboxView }
    const old = page?.items.find(({ id }) => id === item.id)
    if (!page || !old) continue
    const counts = recounted(page.counts, old, item, userId)
    const items = page.items.map(put).filter((one) => one !== item || isIn(view, item, userId))
    client.setQueryData<Page>(key, { ...page, items, counts, total: counts[view] })
  }
  client.setQueriesData<Output<typeof inbox.show>>(
    { queryKey: keyOf(inbox.show) },
    (loaded) => loaded && { ...loaded, item: put(loaded.item) },
  )
  client.setQueriesData<Output<typeof inbox.history>>(
    { queryKey: keyOf(inbox.history) },
    (loaded) => loaded && { ...loaded, items: loaded.items.map(put) },
  )
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

function recounted(counts: InboxCounts, old: InboxItem, item: InboxItem, userId: string) {
  const next = { ...counts }
  for (const view of inboxViews) {
    if (next[view] >= maxCounted) continue
    next[view] += Number(isIn(view, item, userId)) - Number(isIn(view, old, userId))
  }
  return next
}
