import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { InboxView } from '#contract/vocabulary.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonRows } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { InboxItem } from '../deadlines/contract.ts'
import { Due, kindWords, nameOf, StateBadges, WaitsForNetwork } from './item-labels.tsx'
import type { useInboxList } from './use-inbox.ts'

const emptyWords: Record<InboxView, string> = {
  all: 'Nobody is waiting.',
  mine: 'Nothing is assigned to you.',
  unassigned: 'Everything is assigned.',
  overdue: 'Nothing is overdue.',
  snoozed: 'Nothing is snoozed.',
}

type ItemListProps = {
  view: InboxView
  list: ReturnType<typeof useInboxList>
  selectedId: string | undefined
  base: string
  onOpen: (id: string) => void
  onMove: (step: number) => void
}

/** The list is one tab stop. Arrow keys move within it, as `J` and `K` do anywhere. */
export function ItemList({ view, list, selectedId, base, onOpen, onMove }: ItemListProps) {
  // Keeps the callback stable, so that selecting another row does not render all rows.
  const latest = useRef(onOpen)
  latest.current = onOpen
  const open = useRef((id: string) => latest.current(id)).current
  const [focusedId, setFocusedId] = useState<string>()
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onMove(step)
  }
  if (list.isPaused && !list.data) return <WaitsForNetwork />
  return (
    <Loaded
      query={list}
      message="Failed to fetch the inbox"
      className="m-4"
      skeleton={
        <SkeletonRows rows={8} className="inbox-skeleton" bars={['w-1/2', 'w-3/4', 'w-1/3']} />
      }
    >
      {(items) => {
        if (items.length === 0) return <EmptyState title={emptyWords[view]} headingLevel={2} />
        const stop = [selectedId, focusedId].find((id) => items.some((item) => item.id === id))
        return (
          <>
            <ul
              aria-label="Requests"
              aria-busy={list.isPlaceholderData || undefined}
              onKeyDown={onKeyDown}
              onFocus={({ target }) => setFocusedId(target.dataset.item)}
            >
              {items.map((item, at) => (
                <Row
                  key={item.id}
                  item={item}
                  to={base + item.id}
                  isSelected={item.id === selectedId}
                  isTabStop={stop ? item.id === stop : at === 0}
                  onOpen={open}
                />
              ))}
            </ul>
            <Pagination label="Pages of requests" {...list.paging} heading=".inbox-list ul" />
          </>
        )
      }}
    </Loaded>
  )
}

type RowProps = {
  item: InboxItem
  to: string
  isSelected: boolean
  isTabStop: boolean
  onOpen: (id: string) => void
}

const Row = memo(function Row({ item, to, isSelected, isTabStop, onOpen }: RowProps) {
  const { id, kind, number, company, excerpt, assignee } = item
  return (
    <li className="inbox-item">
      <Link
        to={to}
        data-item={id}
        tabIndex={isTabStop ? undefined : -1}
        aria-current={isSelected || undefined}
        className="pane-row inbox-row focus-inset"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen(id)
        }}
      >
        <span className="inbox-line">
          <span dir="auto" className="inbox-name">
            {nameOf(item)}
          </span>{' '}
          {company && (
            <span dir="auto" className="inbox-company">
              {company}
            </span>
          )}{' '}
          <Due item={item} />
        </span>{' '}
        <span dir="auto" className="inbox-excerpt">
          {excerpt}
        </span>{' '}
        <span className="inbox-foot">
          <span>
            {kindWords[kind]} {number}
          </span>{' '}
          <span dir="auto" className="inbox-assignee" data-nobody={!assignee || undefined}>
            {assignee ? assignee.name : 'Unassigned'}
          </span>{' '}
          <StateBadges item={item} />
        </span>
      </Link>
    </li>
  )
})

export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
