import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type InboxView, inboxViews } from '#contract/vocabulary.ts'

/** Selection in the address: an item, or the current item of a subject. */
export type Wanted = { item: string } | { lead: string } | { chat: string } | { thread: string }

const keys = ['item', 'lead', 'chat', 'thread'] as const
const openedHere = { openedHere: true }

/** View and selection, in the address: `?view=&item=`, or `lead`, `chat`, `thread` in a link. */
export function useAddress() {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const view = inboxViews.find((one) => one === parameters.get('view')) ?? 'all'
  const key = keys.find((one) => parameters.get(one))
  const wanted = key ? ({ [key]: parameters.get(key) } as Wanted) : null
  const base = view === 'all' ? '?' : `?view=${view}&`
  const viewOf = (one: InboxView) => (one === 'all' ? '?' : `?view=${one}`)
  const isOpenedHere = Boolean((state as { openedHere?: boolean } | null)?.openedHere)
  return {
    view,
    wanted,
    /** Address of an item, without its id. */
    itemBase: `${base}item=`,
    setView: (next: InboxView) => void navigate(viewOf(next), { preventScrollReset: true }),
    /** Adds a single history entry, however many items are viewed. */
    select(id: string, stays: boolean) {
      const replace = wanted !== null
      const options = { state: replace && !isOpenedHere ? null : openedHere }
      // At once: the next key is for the item that this one has chosen.
      const how = { replace, preventScrollReset: stays, flushSync: true }
      void navigate(`${base}item=${id}`, { ...options, ...how })
    },
    close() {
      if (isOpenedHere) void navigate(-1)
      else void navigate(viewOf(view), { replace: true })
    },
  }
}
