import { useMemo, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tab as TabButton, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { capital } from '#web/ui/words.ts'
import { useAgentConsole } from '../alerts/agent-console.tsx'
import { type CardsProps, LoadingCards, SessionCards } from './session-cards.tsx'
import {
  type Filter,
  filtered,
  filters,
  inOrder,
  type Order,
  orders,
  type Tab,
} from './session-words.ts'

const ClosedList = lazyComponent(
  async () => (await import('./closed-list.tsx')).ClosedList,
  LoadingCards,
)

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
  const { ownId } = useAgentConsole()
  const [filter, setFilter] = useState<Filter>('all')
  const running = useMemo(() => inOrder(sessions, order, ownId), [sessions, order, ownId])
  const shown = filtered(running, filter, ownId)
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
            <Tabs value={filter} onValueChange={(value) => setFilter(value as Filter)}>
              <div className="chat-cards-tools">
                <div className="chat-filters">
                  <TabList label="Show">
                    {filters.map((one) => (
                      <TabButton key={one} value={one}>
                        {`${capital(one)} (${filtered(running, one, ownId).length.toLocaleString()})`}
                      </TabButton>
                    ))}
                  </TabList>
                </div>
                <Sorting order={order} onOrder={onOrder} />
              </div>
              <TabPanel value={filter} className="pt-0!" tabIndex={-1}>
                {!loaded && <LoadingCards />}
                {loaded && shown.length === 0 && (
                  <EmptyState
                    headingLevel={2}
                    title={emptyWords[running.length > 0 ? filter : 'all']}
                  />
                )}
                {shown.length > 0 && <SessionCards sessions={shown} {...rest} />}
              </TabPanel>
            </Tabs>
          ) : (
            <ClosedList view={value} count={counts[value]} {...rest} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const emptyWords: Record<Filter, string> = {
  all: 'No active chat sessions',
  mine: 'No chat is yours',
  waiting: 'Nobody is waiting',
}

const orderNames: Record<Order, string> = {
  newest: 'Newest first',
  'longest-waiting': 'Longest waiting',
}

function Sorting({ order, onOrder }: Pick<SessionListProps, 'order' | 'onOrder'>) {
  return (
    <Field label="Sort" hideLabel>
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
