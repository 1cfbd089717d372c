import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { clients } from '#features/clients/contract.ts'
import { PickDialog } from '#features/inbox/screens/pick-dialog.tsx'
import { inquiries } from '#features/leads/contract.ts'
import { onePage } from '#web/api/pages.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'

/** Whom a call is with: a request, a client, or somebody who is only typed. */
export type Person = {
  inquiryId: string | null
  clientId: string | null
  name: string
  email: string
  company: string
  phone: string
}

/** Somebody known is shown with their name; others are typed, or found. */
export function PersonFields(props: {
  person: Person
  put: (person: Partial<Person>) => void
  field: (name: 'name' | 'email' | 'company') => ComponentProps<typeof TextField>
}) {
  const { put, field } = props
  const { inquiryId, clientId, name, email, company } = props.person
  const search = useDialog<true>()
  const isKnown = inquiryId !== null || clientId !== null
  return (
    <>
      {isKnown ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p dir="auto" className="min-w-0 wrap-anywhere">
            <strong>{name}</strong>
            <span className="block text-ink-2">{[company, email].filter(Boolean).join(', ')}</span>
          </p>
          <Button size="sm" onClick={() => put({ inquiryId: null, clientId: null })}>
            Change
          </Button>
        </div>
      ) : (
        <>
          <div>
            <Button
              size="sm"
              icon={Search}
              onClick={({ currentTarget }) => search.show(true, currentTarget)}
            >
              Find a Request or Client
            </Button>
          </div>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField required autoComplete="off" limit={200} {...field('name')} />
            <TextField required type="email" autoComplete="off" limit={254} {...field('email')} />
          </div>
          <TextField optional autoComplete="off" limit={200} {...field('company')} />
        </>
      )}
      {search.subject && <FindPerson key={search.opening} {...search.state} onPick={put} />}
    </>
  )
}

const shown = 5

function FindPerson({ onPick, ...state }: DialogState & { onPick: (person: Person) => void }) {
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
