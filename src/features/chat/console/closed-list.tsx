import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { pages } from '#web/api/pages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
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

const pageSize = 50

/** The previous results stay until those of a new search arrive. */
function useClosedChats(view: ClosedView, search: string) {
  const { data: loaded, ...state } = useInfiniteQuery({
    ...pages(chat.list, { view, ...(search && { search }), limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  const data = useMemo(() => loaded?.pages.flatMap(({ items }) => items), [loaded])
  return { ...state, data, total: loaded?.pages[0]?.total, isError: state.isError && !data }
}

/** Closed chats, loaded page by page. */
export function ClosedList({ view, count, selected, onSelect }: ClosedListProps) {
  const agent = useAgentConsole()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const list = useClosedChats(view, search)

  function select(id: string) {
    const session = list.data?.find((one) => one.id === id)
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
            list.total !== undefined &&
            count !== undefined &&
            `${list.total.toLocaleString()} of ${counted(count, 'chat')}`}
        </p>
      </search>
      <Loaded
        query={list}
        message="Failed to fetch the chats"
        className="m-4"
        skeleton={<LoadingCards />}
      >
        {(sessions) =>
          sessions.length === 0 ? (
            <EmptyState headingLevel={2} title={search ? 'No chats match' : emptyWords[view]} />
          ) : (
            <>
              <SessionCards sessions={sessions} selected={selected} onSelect={select} />
              <ShowMore pages={list} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
