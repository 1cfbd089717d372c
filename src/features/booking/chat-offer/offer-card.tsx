import { useEffect, useState } from 'react'
import { call, type Output } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { FormMessage } from '#web/ui/form-note.tsx'
import { availability } from '../availability/contract.ts'
import { holds } from '../bookings/contract.ts'
import { queryOf } from '../visitor/page-forms.ts'
import { dayIn, ownZone, timeIn, zoneInWords } from '../visitor/times.ts'
import { offeredPath } from './offer-text.ts'
import './offer-card.css'

type Slots = Output<typeof availability.slots>

const shown = 3

/** An agent's offer in a chat: the next free times, each of which can be held at once. */
export function OfferCard({ text }: { text: string }) {
  const url = new URL(offeredPath(text, location.origin) ?? '/', location.origin)
  const type = url.pathname.split('/').at(-1) ?? ''
  const chat = url.searchParams.get('chat') ?? ''
  const [slots, setSlots] = useState<Slots | null>(null)
  const [taking, setTaking] = useState('')
  const [problem, setProblem] = useState('')
  const zone = slots?.zone ?? 'UTC'

  async function read() {
    const asked = { type, days: 62, zone: ownZone() || undefined }
    setSlots(await call(browser, availability.slots, asked))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, as a text never changes.
  useEffect(() => {
    // The link to the page is shown below in any case.
    read().catch(() => {})
  }, [])

  async function take(start: string) {
    if (taking) return
    setTaking(start)
    setProblem('')
    try {
      const { holdToken } = await call(browser, holds.create, { type, start, zone })
      location.assign(`/book/holds/${holdToken}${queryOf({ zone, chat })}#step`)
    } catch (error) {
      setProblem(sentenceOf(error, 'Something went wrong. Please try again.'))
      setTaking('')
      await read().catch(() => {})
    }
  }

  const starts = slots?.days.flatMap((day) => day.slots.map(({ start }) => start)) ?? []
  return (
    <span className="offer-card">
      <strong>Pick a time for a call</strong>
      {problem && <FormMessage>{problem}</FormMessage>}
      {starts.length > 0 && (
        <>
          <span className="offer-zone">Times in {zoneInWords(zone)}</span>
          {starts.slice(0, shown).map((start) => (
            <button
              key={start}
              type="button"
              className="btn btn-secondary"
              aria-busy={taking === start || undefined}
              onClick={() => take(start)}
            >
              <time dateTime={start}>
                {dayIn(zone, start)}, {timeIn(zone, start)}
              </time>
            </button>
          ))}
        </>
      )}
      <a href={url.pathname + url.search} rel="noreferrer">
        {starts.length > 0 ? 'More times' : 'Choose a time'}
      </a>
    </span>
  )
}
