import { useRef, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import type { availability } from '../availability/contract.ts'
import { dayInWords } from './times.ts'

export type Slots = Output<typeof availability.slots>

export type Wanted = { zone: string; from: string }

const startsOf = ({ days }: Slots) => days.flatMap(({ slots }) => slots.map(({ start }) => start))

function inWords(slots: Slots): string {
  const count = startsOf(slots).length
  const times = count === 1 ? '1 time' : `${count || 'No'} times`
  return `${times} from ${dayInWords(slots.from)}`
}

/** Free times for the chosen zone and week. Responses to outdated requests are dropped. */
export function useSlots(first: Slots | null, ask: (wanted: Wanted) => Promise<Slots>) {
  const [state, setState] = useState({ shown: first, isLoading: false, failure: '', said: '' })
  const asked = useRef({ count: 0, wanted: { zone: first?.zone ?? 'UTC', from: '' } })

  async function show(wanted: Wanted): Promise<Slots | undefined> {
    const count = asked.current.count + 1
    asked.current = { count, wanted }
    setState((before) => ({ ...before, isLoading: true, failure: '' }))
    try {
      const shown = await ask(wanted)
      if (asked.current.count !== count) return undefined
      setState({ shown, isLoading: false, failure: '', said: inWords(shown) })
      return shown
    } catch (error) {
      if (asked.current.count !== count) return undefined
      const failure = sentenceOf(error, 'The times could not be loaded.')
      setState((before) => ({ ...before, isLoading: false, failure }))
      return undefined
    }
  }
  return { ...state, show, refetch: () => show(asked.current.wanted) }
}
