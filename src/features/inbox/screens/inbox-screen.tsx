import { useEffect, useRef } from 'react'
import { type InboxView, inboxViews } from '#contract/vocabulary.ts'
import { useStore } from '#web/store.ts'
import { useMedia } from '#web/ui/browser-state.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { shortcutsPreference } from '#web/ui/shortcuts.ts'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { capital } from '#web/ui/words.ts'
import type { InboxItem } from '../deadlines/contract.ts'
import { type ActDialogProps, AssignDialog } from './assign-dialog.tsx'
import { useInboxSlots } from './slots.ts'
import './inbox.css'
import { nameOf } from './item-labels.tsx'
import { ItemList, rowOf } from './item-list.tsx'
import { type Ask, ItemPane } from './item-pane.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { type Person, useActs } from './use-acts.ts'
import { useAddress } from './use-address.ts'
import { useInboxList, useSelected } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const loadClosing = () => import('./close-dialogs.tsx')
const LazyStatedReply = lazyComponent(async () => (await loadClosing()).StatedReplyDialog)
const LazyWaive = lazyComponent(async () => (await loadClosing()).WaiveDialog)

const maxCounted = 1000
const shownCount = (count = 0) => (count >= maxCounted ? '1,000+' : count)

/** Counts are in parentheses, except for a warning, which has a badge. */
const labelOf = (view: InboxView, count: string | number) =>
  view === 'overdue' || !count ? capital(view) : `${capital(view)} (${count})`

/** The list and the reading pane, which are separate screens below 1,100 px. */
export function InboxScreen({ me }: { me: Person }) {
  const isNarrow = !useMedia('(width >= 1100px)')
  const address = useAddress()
  const { view, wanted } = address
  const list = useInboxList(view)
  const selected = useSelected(wanted, list.data, list.data !== undefined || list.isError)
  const { item } = selected
  const dialog = useDialog<{ ask: Ask; item: InboxItem }>()
  const acts = useActs(me, leave)
  const lastId = useRef<string>(undefined)
  // The next key may be pressed before the next render; it applies to this item.
  const chosen = useRef<InboxItem>(undefined)
  const lastPlace = useRef({ id: '', at: 0 })
  // The page that a key has opened, and the direction in which it goes on there.
  const turn = useRef({ page: 0, step: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is one of its page.
  useEffect(() => {
    lastPlace.current = { id: '', at: 0 }
  }, [list.paging.page])

  const isListHidden = isNarrow && item !== undefined

  function open(id: string) {
    chosen.current = undefined
    if (!isNarrow && id === item?.id) return document.getElementById('inbox-one')?.focus()
    address.select(id, !isNarrow)
  }

  /** Shows the next item after one that needs nothing more; a narrow screen shows the list. */
  function leave({ id }: InboxItem) {
    if (id !== (chosen.current ?? item)?.id) return
    chosen.current = undefined
    if (isNarrow) return address.close()
    const rows = list.data ?? []
    const at = rows.findIndex((row) => row.id === id)
    const next = rows[at + 1] ?? rows[at - 1]
    if (at === -1 || !next) return
    if (rowOf(id) === document.activeElement) rowOf(next.id)?.focus()
    chosen.current = next
    address.select(next.id, true)
  }

  function move(step: number) {
    if (list.isPlaceholderData) return
    const rows = list.data ?? []
    const focused = document.activeElement?.getAttribute('data-item')
    const selectedId = chosen.current?.id ?? item?.id
    const from = (isNarrow && !isListHidden ? focused : selectedId) ?? focused
    const at = rows.findIndex(({ id }) => id === from)
    const to = at === -1 ? placeOfGone(from, step, rows.length) : at + step
    const next = rows[to]
    if (next) return goTo(next, to)
    const page = list.paging.page + step
    if (rows.length === 0 || page < 1 || page > list.paging.pages) return
    turn.current = { page, step }
    list.paging.onPage(page)
  }

  useEffect(() => {
    const { page, step } = turn.current
    if (list.isPlaceholderData || list.paging.page !== page || !list.data) return
    turn.current = { page: 0, step: 0 }
    const at = step > 0 ? 0 : list.data.length - 1
    const next = list.data[at]
    if (next) goTo(next, at)
  })

  function goTo(next: InboxItem, at: number) {
    lastPlace.current = { id: next.id, at }
    const row = rowOf(next.id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
    if (isNarrow && !isListHidden) return
    chosen.current = next
    address.select(next.id, !isNarrow)
  }

  /** The place from which navigation continues after an answered item has left the list. */
  function placeOfGone(id: string | null | undefined, step: number, rows: number): number {
    const { at } = lastPlace.current
    if (!id || lastPlace.current.id !== id) return 0
    return Math.min(step > 0 ? at : at - 1, rows - 1)
  }

  const ask = (what: Ask) => {
    const about = chosen.current ?? item
    if (!about) return
    dialog.show({ ask: what, item: about }, document.activeElement as HTMLElement | null)
  }
  useInboxKeys({ itemOf: () => chosen.current ?? item, move, ask, take: acts.take })

  const itemId = item?.id
  useEffect(() => {
    const at = list.data?.findIndex(({ id }) => id === itemId) ?? -1
    if (itemId && at >= 0) lastPlace.current = { id: itemId, at }
  }, [itemId, list.data])
  // On a narrow screen, the focus returns to the list.
  useEffect(() => {
    if (itemId === chosen.current?.id) chosen.current = undefined
    if (itemId) lastId.current = itemId
    else if (!wanted && isNarrow && lastId.current) {
      rowOf(lastId.current)?.focus({ preventScroll: true })
      lastId.current = undefined
    }
  }, [itemId, wanted, isNarrow])

  return (
    <Tabs
      value={view}
      onValueChange={(next) => address.setView(next as InboxView)}
      className="inbox"
      data-selected={wanted ? '' : undefined}
    >
      <h1 className="h3 inbox-heading">Needs reply</h1>
      <div className="inbox-tabs">
        <TabList label="Views">
          {inboxViews.map((one) => (
            <Tab
              key={one}
              value={one}
              variant="rose"
              {...(one === 'overdue' && { count: shownCount(list.counts?.overdue) })}
            >
              {labelOf(one, shownCount(list.counts?.[one]))}
            </Tab>
          ))}
        </TabList>
      </div>
      <div className="inbox-sides panel">
        <div key={view} className="inbox-list">
          {inboxViews.map((one) => (
            <TabPanel key={one} value={one} className="pt-0!">
              {one === view && (
                <ItemList
                  view={view}
                  list={list}
                  selectedId={item?.id}
                  base={address.itemBase}
                  onOpen={open}
                  onMove={move}
                />
              )}
            </TabPanel>
          ))}
        </div>
        <div className="inbox-pane">
          {wanted ? (
            <ItemPane
              selected={selected}
              wanted={wanted}
              acts={acts}
              onAsk={ask}
              onBack={address.close}
              isNarrow={isNarrow}
            />
          ) : (
            <NothingSelected />
          )}
        </div>
      </div>
      {dialog.subject && (
        <Dialogs key={dialog.opening} {...dialog.subject} {...dialog.state} me={me} acts={acts} />
      )}
    </Tabs>
  )
}

function NothingSelected() {
  const hasKeys = useStore(shortcutsPreference) === 'on'
  return (
    <div className="m-auto">
      <EmptyState headingLevel={2} title="Select a request">
        <p>Choose a request from the left to read and answer it</p>
        {hasKeys && (
          <p className="mt-1.5">
            <kbd className="keys">J</kbd> and <kbd className="keys">K</kbd> move through the list,{' '}
            <kbd className="keys">?</kbd> shows all keys.
          </p>
        )}
      </EmptyState>
    </div>
  )
}

function Dialogs({ ask, me, ...props }: ActDialogProps & { ask: Ask; me: Person }) {
  const { Convert } = useInboxSlots()
  const { item, acts: _, ...state } = props
  const { opener } = state
  const focusAfterwards = () =>
    opener?.isConnected && opener !== document.body
      ? opener
      : (document.querySelector<HTMLElement>('.inbox-row[aria-current]') ??
        document.querySelector<HTMLElement>('.inbox-row'))
  const common = { ...props, focusAfterwards }
  const name = nameOf(item)
  switch (ask) {
    case 'assign':
      return <AssignDialog {...common} me={me} />
    case 'snooze':
      return <SnoozeDialog {...common} />
    case 'called':
      return <LazyStatedReply {...common} name={name} firstHow="phone" />
    case 'answered':
      return <LazyStatedReply {...common} name={name} firstHow="other" />
    case 'waive':
      return <LazyWaive {...common} name={name} />
    case 'convert':
      return <Convert {...state} item={item} />
  }
}
