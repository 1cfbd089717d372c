import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clients } from '#features/clients/contract.ts'
import { PickDialog } from '#features/inbox/screens/pick-dialog.tsx'
import { inquiries } from '#features/leads/contract.ts'
import { onePage } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'
import type { Person } from './person-fields.tsx'

const shown = 5

/** Searches requests and clients. */
export function FindPerson({
  onPick,
  ...state
}: DialogState & { onPick: (person: Person) => void }) {
  const [typed, setTyped] = useState('')
  const search = useSearchTerm(typed)
  const wanted = { limit: shown, ...(search && { search }) }
  const people = useQuery(query(clients.list, wanted))
  const requests = useQuery(onePage(inquiries.list, wanted))
  const isLoaded = people.data && requests.data && search === typed.trim()
  const pick = (person: Person) => () => {
    state.onClose()
    onPick(person)
  }
  const options = [
    ...(requests.data?.items ?? []).map(({ id, name, email, company, number, ...lead }) => {
      const phone = lead.consultationData?.phone
      const given = typeof phone === 'string' ? phone : ''
      const person = { inquiryId: id, clientId: null, name, email, company, phone: given }
      return { key: id, label: name, hint: `Request ${number}`, onPick: pick(person) }
    }),
    ...(people.data?.clients ?? []).map(({ id, name, email, company, phone }) => {
      const known = { company: company ?? '', phone: phone ?? '' }
      const person = { inquiryId: null, clientId: id, name, email, ...known }
      return { key: id, label: name, hint: company ?? 'Client', onPick: pick(person) }
    }),
  ]
  return (
    <PickDialog
      {...state}
      title="Find a request or client"
      placeholder="Name, company or address"
      options={isLoaded || options.length > 0 ? options : undefined}
      search={{ typed, onTyped: setTyped }}
    />
  )
}
