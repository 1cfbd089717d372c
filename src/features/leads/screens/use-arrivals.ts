import { useEffect, useLayoutEffect, useMemo } from 'react'
import { createStore, useStore } from '#web/store.ts'
import { inquiries } from '../contract.ts'
import { kindOf, type Lead, type LeadKind } from '../lead.ts'
import { useFirstLeads } from './use-leads.ts'

/** The number of leads fetched to look for new ones. */
const max = 20

/**
 * The creation times of the newest lead that this tab has fetched, and of those that its lists have
 * shown, by kind.
 */
type Newest = { read: string; shown: Record<LeadKind, string> }

/** Undefined until the first fetch, since existing leads do not count as new. */
const newest = createStore<Newest | undefined>(undefined)

const lastOf = (leads: Lead[]) =>
  leads.reduce((last, { createdAt: at }) => (at > last ? at : last), '')

/** @param list the kind of list; lists of inquiries include consultation requests. */
export function markArrivalsShown(list: LeadKind = 'Inquiry'): void {
  const now = newest.get()
  if (!now) return
  const { read, shown } = now
  newest.set({ read, shown: { ...shown, Consultation: read, [list]: read } })
}

function useArrived(leads: Lead[] | undefined): Lead[] {
  const now = useStore(newest)
  const isBegun = now !== undefined
  useEffect(() => {
    const before = newest.get()
    const read = lastOf(leads ?? [])
    if (isBegun && before && read > before.read) newest.set({ ...before, read })
  }, [leads, isBegun])
  const shown = now?.shown
  return useMemo(
    () => (shown && leads?.filter((lead) => lead.createdAt > shown[kindOf(lead)])) ?? [],
    [leads, shown],
  )
}

/** Splits a list into what it shows and what has arrived since it was opened. */
export function useHeldArrivals(leads: Lead[] | undefined, list: LeadKind = 'Inquiry') {
  // Fetched here because the alerts load lazily, and leads that arrive before them would not count
  // as new.
  useNewestLeads()
  useLayoutEffect(() => markArrivalsShown(list), [list])
  const held = useArrived(leads)
  const shown = useMemo(() => leads?.filter((lead) => !held.includes(lead)), [leads, held])
  return { shown, held }
}

/** The newest leads; `waiting` contains those that nobody has answered and no list has shown. */
export function useNewestLeads() {
  const { data, ...state } = useFirstLeads(inquiries.list, max)
  useEffect(() => {
    if (!data || newest.get()) return
    const read = lastOf(data)
    newest.set({ read, shown: { Inquiry: read, Consultation: read } })
  }, [data])
  const waiting = useArrived(data).filter(({ status }) => status === 'new')
  return { ...state, data, waiting }
}
