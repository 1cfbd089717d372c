import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type InboxView, inboxViews } from '#contract/vocabulary.ts'

/** The selection in the address: an item, or a subject whose current item is shown. */
export type Wanted = { item: string } | { lead: string } | { chat: string } | { thread: string }

const keys = ['item', 'lead', 'chat', 'thread'] as const
const openedHere = { openedHere: true }

/**
 * The view, page and selection, stored in the address: `?view=&page=&item=`, or `lead`, `chat`, `thread` in a
 * link.
 */
export function useAddress() {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const view = inboxViews.find((one) => one === parameters.get('view')) ?? 'all'
  const key = keys.find((one) => parameters.get(one))
  const wanted = key ? ({ [key]: parameters.get(key) } as Wanted) : null
  const page = parameters.get('page')
  const base = `?${view === 'all' ? '' : `view=${view}&`}${page ? `page=${page}&` : ''}`
  const viewOf = (one: InboxView) => (one === 'all' ? '?' : `?view=${one}`)
  const isOpenedHere = Boolean((state as { openedHere?: boolean } | null)?.openedHere)
  return {
    view,
    wanted,
    /** The address of an item, without its id. */
    itemBase: `${base}item=`,
    setView: (next: InboxView) => void navigate(viewOf(next), { preventScrollReset: true }),
    /** Selects an item. However many items are viewed, there is only one history entry. */
    select(id: string, stays: boolean) {
      const replace = wanted !== null
      const options = { state: replace && !isOpenedHere ? null : openedHere }
      // Applied synchronously, because the next key applies to the item selected here.
      const how = { replace, preventScrollReset: stays, flushSync: true }
      void navigate(`${base}item=${id}`, { ...options, ...how })
    },
    close() {
      if (isOpenedHere) void navigate(-1)
      else void navigate(base.slice(0, -1) || '?', { replace: true })
    },
  }
}
