import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { findLeads, type Lead, type LeadFilter, newestFirst, orderLeads } from './lead-filter.ts'

/** How long typing must pause before the address follows. */
const pauseMs = 250

export type LeadFilterState = LeadFilter & {
  isActive: boolean
  setText: (text: string) => void
  setStatus: (status: string) => void
  /** The same column again turns the order round. */
  sortBy: (column: string) => void
  clear: () => void
}

/** Search, status and order of a list, kept in the address: `?q=&status=&sort=-date`. */
export function useLeadFilter(): LeadFilterState {
  const [parameters, setParameters] = useSearchParams()
  const q = parameters.get('q') ?? ''
  const status = parameters.get('status') ?? 'all'
  const sort = parameters.get('sort')
  const [text, setText] = useState(q)
  const written = useRef(q)

  function write(changes: Record<string, string>, replace: boolean) {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  const latestWrite = useRef(write)
  latestWrite.current = write

  // Back and Forward change the address from outside.
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  useEffect(() => {
    if (text.trim() === written.current) return
    const timer = setTimeout(() => {
      written.current = text.trim()
      latestWrite.current({ q: written.current }, true)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  const order = useMemo(() => {
    if (!sort) return newestFirst
    const isDescending = sort.startsWith('-')
    return {
      column: isDescending ? sort.slice(1) : sort,
      direction: isDescending ? ('descending' as const) : ('ascending' as const),
    }
  }, [sort])

  return {
    text,
    status,
    order,
    isActive: text.trim() !== '' || status !== 'all',
    setText,
    setStatus: (next) => write({ status: next === 'all' ? '' : next }, false),
    sortBy(column) {
      const isAscending = order.column === column && order.direction === 'ascending'
      const next = isAscending ? `-${column}` : column
      write({ sort: next === '-date' ? '' : next }, true)
    },
    clear() {
      setText('')
      written.current = ''
      write({ q: '', status: '' }, false)
    },
  }
}

const none: Lead[] = []

/** The leads of a list that pass the filter. Typing never waits for it. */
export function useFoundLeads(leads: readonly Lead[] = none, { order, text, status }: LeadFilter) {
  const ordered = useMemo(() => orderLeads(leads, order), [leads, order])
  const sought = useDeferredValue(text)
  return useMemo(() => findLeads(ordered, { text: sought, status }), [ordered, sought, status])
}
