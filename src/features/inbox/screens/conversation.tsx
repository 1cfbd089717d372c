import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { InboxEvent, InboxItem } from '../deadlines/contract.ts'
import { EntryList, entryId } from './entry-list.tsx'
import { eventWords } from './event-words.ts'
import { dateTime, nameOf } from './item-labels.tsx'
import type { Entry, EntrySource } from './slots.ts'

/** Messages and events of a subject, oldest first. */
export function Conversation(props: {
  item: InboxItem
  events: readonly InboxEvent[]
  /** The events are still loading. */
  isLoading: boolean
  useEntries: EntrySource
}) {
  const { item, events } = props
  const { entries, earlier, isLoading, isError, refetch } = props.useEntries(item)
  const eventEntries = useMemo(
    () =>
      events.map(
        (event): Entry => ({
          id: event.id,
          at: event.at,
          by: 'event',
          content: eventWords(event, dateTime),
        }),
      ),
    [events],
  )
  const all = [...entries, ...eventEntries].sort((one, other) => one.at.localeCompare(other.at))
  const talk = useRef<HTMLElement>(null)
  useShowNewest(talk, all, isLoading)
  return (
    <section
      ref={talk}
      aria-label="Conversation"
      aria-busy={isLoading || props.isLoading || undefined}
      className="inbox-talk"
    >
      {isError && <ErrorState message="Failed to fetch the conversation" onRetry={refetch} />}
      <EntryList entries={all} earlier={earlier} nameOf={() => nameOf(item)} />
    </section>
  )
}

const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** A reader within this many pixels of the end counts as reading at the end. */
const atEndPixels = 120

/**
 * Scrolls an ongoing conversation to its newest message. The position is kept until the first
 * input, while texts load and other mails arrive. Later messages scroll only for readers at the
 * end.
 */
function useShowNewest(
  talk: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  isLoading: boolean,
): void {
  const hadInput = useRef(false)
  useEffect(() => {
    const ending = new AbortController()
    const measure = () => {
      hadInput.current = true
    }
    for (const input of inputs) {
      addEventListener(input, measure, { passive: true, signal: ending.signal })
    }
    return () => ending.abort()
  }, [])
  const isAtEnd = useRef(true)
  useEffect(() => {
    const scroller = talk.current?.closest('.inbox-body')
    if (isLoading || !scroller) return
    const measure = () => {
      const { scrollHeight, scrollTop, clientHeight } = scroller
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < atEndPixels
    }
    measure()
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => scroller.removeEventListener('scroll', measure)
  }, [talk, isLoading])
  const messages = entries.filter(({ by }) => by !== 'event')
  const isUnderWay = messages.some(({ isConfirmation }) => !isConfirmation)
  const shownId = useRef<string>(undefined)
  const newestId = isUnderWay ? messages.at(-1)?.id : undefined
  useEffect(() => {
    if (isLoading || !talk.current) return
    const isLater = shownId.current !== undefined && shownId.current !== newestId
    shownId.current = newestId ?? ''
    if (!newestId) return
    const newest = document.getElementById(entryId(newestId))
    const pane = talk.current.closest('.inbox-body')
    // On a narrow screen the whole page would scroll, including the field in which the user types.
    const hasOwnScroll = pane !== null && pane.scrollHeight > pane.clientHeight
    if (isLater && hasOwnScroll && isAtEnd.current) {
      newest?.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
    const resizing = new ResizeObserver(() => {
      if (!hadInput.current) newest?.scrollIntoView({ block: 'start', behavior: 'instant' })
    })
    resizing.observe(talk.current)
    return () => resizing.disconnect()
  }, [talk, isLoading, newestId])
}
