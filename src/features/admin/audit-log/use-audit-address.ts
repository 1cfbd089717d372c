import { useSearchParams } from 'react-router'
import type { Input } from '#contract/endpoint.ts'
import type { audit } from './contract.ts'

const names = ['who', 'action', 'subject', 'client', 'from', 'to'] as const
export type AuditFilter = (typeof names)[number]

/** Midnight of the viewer at the beginning of a day of the address, or days after it. */
function midnight(day: string, daysAfter = 0): string | undefined {
  const moment = new Date(`${day}T00:00`)
  moment.setDate(moment.getDate() + daysAfter)
  // While a year is typed, it is one of the first centuries.
  return moment.getFullYear() >= 2000 ? moment.toISOString() : undefined
}

/** Filters in the address; days are the viewer's, and the last one is included. */
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
      setParameters(next, { replace, preventScrollReset: true })
    },
    clear: () => setParameters({}, { preventScrollReset: true }),
    /** Address of the list of one client alone. */
    toClient: (id: string) => `?${new URLSearchParams({ client: id })}`,
  }
}

export type AuditAddress = ReturnType<typeof useAuditAddress>
