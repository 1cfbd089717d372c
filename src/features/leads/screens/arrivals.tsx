import { useRef } from 'react'
import { kindOf, type Lead, type LeadKind, newLeads } from '../lead.ts'
import { markArrivalsShown } from './use-arrivals.ts'
import './leads.css'

/** A button over the upper edge of a list, so that the list does not move when it appears. */
export function Arrivals(props: {
  held: readonly Lead[]
  list?: LeadKind
  /** Moves the button to the end of the line, so that it does not cover what is above the list. */
  atEnd?: boolean
}) {
  const { held, list, atEnd } = props
  const edge = useRef<HTMLDivElement>(null)
  const kind = held.every((lead) => kindOf(lead) === 'Consultation') ? 'Consultation' : 'Inquiry'
  return (
    <div
      ref={edge}
      role="status"
      tabIndex={-1}
      className="arrivals"
      data-at-end={atEnd || undefined}
    >
      {held.length > 0 && (
        <button
          type="button"
          onClick={() => {
            edge.current?.focus()
            markArrivalsShown(list)
          }}
        >
          {newLeads(kind, held.length)}
        </button>
      )}
    </div>
  )
}
