import { useSearchParams } from 'react-router'
import type { Input } from '#contract/endpoint.ts'
import type { audit } from './contract.ts'

const names = ['who', 'action', 'subject', 'client', 'from', 'to'] as const
export type AuditFilter = (typeof names)[number]

/** The start of a day in the viewer's time zone, or of the day `daysAfter` days later. */
function midnight(day: string, daysAfter = 0): string | undefined {
  const moment = new Date(`${day}T00:00`)
  moment.setDate(moment.getDate() + daysAfter)
  // A partly typed year, such as 0202, is not applied yet.
  return moment.getFullYear() >= 2000 ? moment.toISOString() : undefined
}

/** The filters in the address. Days are in the viewer's time zone, and the last day is included. */
export function useAuditAddress() {
  const [parameters, setParameters] = useSearchParams()
  const given = (name: AuditFilter) => parameters.get(name) ?? ''
  const [from, to] = [midnight(given('from')), midnight(given('to'), 1)]
  const wanted: Input<typeof audit.list> = {
    ...Object.fromEntries(
      names.slice(0, 4).flatMap((name) => (given(name) ? [[name, given(name)]] : [])),
    ),
    ...(from && { from }),
    ...(to && { to }),
  }
  return {
    wanted,
    given,
    isFiltered: names.some((name) => parameters.has(name)),
    set(name: AuditFilter, value: string, replace = false) {
      const next = new URLSearchParams(parameters)
      if (value) next.set(name, value)
      else next.delete(name)
      next.delete('page')
      setParameters(next, { replace, preventScrollReset: true })
    },
    clear: () => setParameters({}, { preventScrollReset: true }),
    /** Query of the list of a single client. */
    toClient: (id: string) => `?${new URLSearchParams({ client: id })}`,
  }
}

export type AuditAddress = ReturnType<typeof useAuditAddress>
