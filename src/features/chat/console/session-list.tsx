import { type KeyboardEvent, useMemo, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Tab as TabButton, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useChats } from '../alerts/agent-console.tsx'
import type { ChatSession } from '../protocol/protocol.ts'
import { SessionCard } from './session-card.tsx'
import { inOrder, type Order, orders, type Tab } from './session-words.ts'

const tabs = [
  { value: 'active', label: 'Active', empty: 'No active chat sessions' },
  { value: 'ended', label: 'Ended', empty: 'No ended chat sessions' },
] as const

type SessionListProps = {
  sessions: readonly ChatSession[]
  loaded: boolean
  tab: Tab
  onTab: (tab: Tab) => void
  order: Order
  onOrder: (order: Order) => void
  selected: string | null
  onSelect: (id: string) => void
}

export function SessionList(props: SessionListProps) {
  const { sessions, loaded, tab, onTab, order, onOrder, ...rest } = props
  const lists = useMemo(
    () => ({ active: inOrder(sessions, 'active', order), ended: inOrder(sessions, 'ended') }),
    [sessions, order],
  )
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => onTab(value as Tab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabList label="Chat sessions">
        {tabs.map(({ value, label }) => (
          <TabButton key={value} value={value}>
            {`${label} (${lists[value].length})`}
          </TabButton>
        ))}
      </TabList>
      {tabs.map(({ value, empty }) => (
        <TabPanel key={value} value={value} className="chat-cards pt-0!" tabIndex={-1}>
          {value === 'active' && <Sorting order={order} onOrder={onOrder} />}
          {!loaded && <LoadingCards />}
          {loaded && lists[value].length === 0 && <p className="chat-cards-empty">{empty}</p>}
          {lists[value].length > 0 && <Cards sessions={lists[value]} {...rest} />}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const orderNames: Record<Order, string> = {
  newest: 'Newest first',
  'longest-waiting': 'Longest waiting',
}

function Sorting({ order, onOrder }: Pick<SessionListProps, 'order' | 'onOrder'>) {
  return (
    <Field label="Sort" className="chat-cards-sort">
      <Select value={order} onChange={(event) => onOrder(event.currentTarget.value as Order)}>
        {orders.map((name) => (
          <option key={name} value={name}>
            {orderNames[name]}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function LoadingCards() {
  return ['first', 'second', 'third'].map((card) => (
    <div key={card} className="chat-card">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-3.5 w-1/3" />
      <Skeleton className="h-3.5 w-4/5" />
      <Skeleton className="h-3.5 w-1/4" />
    </div>
  ))
}

function Cards(props: Pick<SessionListProps, 'sessions' | 'selected' | 'onSelect'>) {
  const { sessions, selected, onSelect } = props
  const unread = useChats((_, unread) => unread)
  const [focused, setFocused] = useState<string | null>(null)
  const stop = [focused, selected].find((id) => sessions.some((one) => one.id === id))
  function move(event: KeyboardEvent<HTMLUListElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-card')]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    const last = cards.length - 1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    cards[Math.min(Math.max(to, 0), last)]?.focus()
  }
  return (
    <ul onKeyDown={move}>
      {sessions.map((session) => (
        <li key={session.id} onFocus={() => setFocused(session.id)}>
          <SessionCard
            session={session}
            unread={unread.get(session.id) ?? 0}
            selected={session.id === selected}
            isTabStop={session.id === (stop ?? sessions[0]?.id)}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  )
}
