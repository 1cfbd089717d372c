import { useMemo } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { late } from '#web/ui/late.tsx'
import { Tab as TabButton, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { type CardsProps, LoadingCards, SessionCards } from './session-cards.tsx'
import { inOrder, type Order, orders, type Tab } from './session-words.ts'

const ClosedList = late(async () => (await import('./closed-list.tsx')).ClosedList, LoadingCards)

const tabs = [
  { value: 'active', label: 'Active' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'ended', label: 'Ended' },
] as const

type SessionListProps = CardsProps & {
  loaded: boolean
  tab: Tab
  onTab: (tab: Tab) => void
  counts: Record<Tab, number | undefined>
  order: Order
  onOrder: (order: Order) => void
}

export function SessionList(props: SessionListProps) {
  const { sessions, loaded, tab, onTab, counts, order, onOrder, ...rest } = props
  const running = useMemo(() => inOrder(sessions, order), [sessions, order])
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => onTab(value as Tab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabList label="Chat sessions">
        {tabs.map(({ value, label }) => (
          <TabButton key={value} value={value}>
            {counts[value] === undefined ? label : `${label} (${counts[value].toLocaleString()})`}
          </TabButton>
        ))}
      </TabList>
      {tabs.map(({ value }) => (
        <TabPanel key={value} value={value} className="chat-cards pt-0!" tabIndex={-1}>
          {value === 'active' ? (
            <>
              <Sorting order={order} onOrder={onOrder} />
              {!loaded && <LoadingCards />}
              {loaded && running.length === 0 && (
                <p className="chat-cards-empty">No active chat sessions</p>
              )}
              {running.length > 0 && <SessionCards sessions={running} {...rest} />}
            </>
          ) : (
            <ClosedList view={value} count={counts[value]} {...rest} />
          )}
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
