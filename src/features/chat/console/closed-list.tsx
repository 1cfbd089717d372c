import { useState } from 'react'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { usePages } from '#web/api/pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { counted } from '#web/ui/words.ts'
import { useAgentConsole } from '../alerts/agent-console.tsx'
import { chat } from '../protocol/contract.ts'
import { type CardsProps, LoadingCards, SessionCards } from './session-cards.tsx'
import type { ClosedView } from './session-words.ts'

const emptyWords: Record<ClosedView, string> = {
  ended: 'No ended chat sessions',
  unanswered: 'No chats are waiting for a reply',
}

type ClosedListProps = Omit<CardsProps, 'sessions'> & {
  view: ClosedView
  /** The number of chats without a search. */
  count: number | undefined
}

/** Closed chats. The previous results stay until those of a new search arrive. */
export function ClosedList({ view, count, selected, onSelect }: ClosedListProps) {
  const agent = useAgentConsole()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const wanted = { view, ...(search && { search }) }
  const list = usePages(chat.list, wanted, { parameter: null })
  const total = list.data?.total

  function select(id: string) {
    const session = list.data?.items.find((one) => one.id === id)
    if (session) agent.chat.add(session)
    onSelect(id)
  }

  return (
    <>
      <search className="chat-cards-search" aria-label="Search chats">
        <Field label="Search chats" hideLabel>
          <TextInput
            type="search"
            value={typed}
            placeholder="Search names and messages…"
            limit={maxSearchLength}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        <p role="status" className="text-ink-2 tabular-nums">
          {search !== '' &&
            total !== undefined &&
            count !== undefined &&
            `${total.toLocaleString()} of ${counted(count, 'chat')}`}
        </p>
      </search>
      <Loaded
        query={{ ...list, isError: list.isError && !list.data }}
        message="Failed to fetch the chats"
        className="m-4"
        skeleton={<LoadingCards />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState headingLevel={2} title={search ? 'No chats match' : emptyWords[view]} />
          ) : (
            <>
              <SessionCards sessions={items} selected={selected} onSelect={select} />
              <Pagination label="Pages of chats" {...list.paging} heading=".chat-cards-search" />
            </>
          )
        }
      </Loaded>
    </>
  )
}
