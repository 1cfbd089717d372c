import { useRef, useState } from 'react'
import { isTimeZone } from '#contract/zone-names.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import type { Slots } from './picker-days.ts'
import { dateIn, monthOf } from './times.ts'

export type Wanted = { zone: string; from: string; days: number }

export type Ask = (wanted: Wanted) => Promise<Slots>

/** A zone and a day of it. */
export type Shown = { zone: string; from: string }

/** The free times of the month of a day; without a day, of the first month that has any. */
async function readMonth(ask: Ask, { zone, from }: Shown): Promise<Slots> {
  const found = await ask(monthOf(zone, from || dateIn(zone, new Date())))
  const isNone = !from && found.days.length === 0
  return isNone && found.nextDay ? ask(monthOf(zone, found.nextDay)) : found
}

/** As in an address, where a zone or day that is none is ignored. */
export const readAskedMonth = (ask: Ask, { zone, from }: Shown, otherZone: string) =>
  readMonth(ask, {
    zone: isTimeZone(zone) ? zone : otherZone,
    from: /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(from) && Date.parse(from) ? from : '',
  })

/** Free times for a zone and month. Responses to outdated requests are dropped. */
export function useSlots(first: Slots | null, ask: Ask) {
  const [state, setState] = useState({ shown: first, isLoading: false, failure: '' })
  const count = useRef(0)
  const retry = useRef<() => unknown>(() => {})

  async function show(wanted: Shown): Promise<Slots | undefined> {
    const own = ++count.current
    retry.current = () => show(wanted)
    setState((before) => ({ ...before, isLoading: true, failure: '' }))
    try {
      const shown = await readMonth(ask, wanted)
      if (count.current !== own) return undefined
      setState({ shown, isLoading: false, failure: '' })
      return shown
    } catch (error) {
      if (count.current !== own) return undefined
      const failure = sentenceOf(error, 'The times could not be loaded.')
      setState((before) => ({ ...before, isLoading: false, failure }))
      return undefined
    }
  }
  return { ...state, show, refetch: () => void retry.current() }
}
