import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { users } from '#features/identity/users/contract.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import './audit-log.css'
import { actionGroups, subjects } from './audit-words.ts'
import { type AuditEntry, nobody } from './contract.ts'
import type { AuditAddress, AuditFilter } from './use-audit-address.ts'

type FiltersProps = { address: AuditAddress; entries: AuditEntry[] }

export function AuditFilters({ address, entries }: FiltersProps) {
  const { data: people = [] } = useQuery(query(users.list))
  const names = Object.fromEntries(people.map(({ id, username }) => [id, username]))
  return (
    <search className="audit-filters" aria-label="Filter the audit log">
      <Choice name="who" label="Who" address={address} words={names}>
        <option value={nobody}>Not signed in</option>
      </Choice>
      <Choice name="action" label="What" address={address} words={actionGroups} />
      <Choice name="subject" label="Subject" address={address} words={subjects} />
      <Day name="from" label="From" address={address} />
      <Day name="to" label="To" address={address} />
      <ClientFilter address={address} entries={entries} />
      {address.isFiltered && (
        <Button variant="quiet" onClick={address.clear}>
          Clear Filters
        </Button>
      )}
    </search>
  )
}

type FilterProps = { name: AuditFilter; label: string; address: AuditAddress }

function Choice(props: FilterProps & { words: Record<string, string>; children?: ReactNode }) {
  const { name, label, address, words, children } = props
  const value = address.given(name)
  const isListed = value === '' || value === nobody || value in words
  return (
    <Field label={label}>
      <Select
        value={value}
        onChange={({ currentTarget }) => address.set(name, currentTarget.value)}
      >
        <option value="">All</option>
        {children}
        {Object.entries(words).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
        {!isListed && <option value={value}>{value}</option>}
      </Select>
    </Field>
  )
}

function Day({ name, label, address }: FilterProps) {
  return (
    <Field label={label}>
      <TextInput
        type="date"
        min="2000-01-01"
        max="9999-12-31"
        value={address.given(name)}
        onChange={({ currentTarget }) => address.set(name, currentTarget.value, true)}
      />
    </Field>
  )
}

function ClientFilter({ address, entries }: FiltersProps) {
  const id = address.given('client')
  if (!id) return null
  const name = entries.find(({ client }) => client?.id === id)?.client?.name ?? 'one client'
  return (
    <Button
      icon={X}
      className="audit-client"
      aria-label={`Only ${name}: show all clients`}
      onClick={() => address.set('client', '')}
    >
      <span dir="auto">Only {name}</span>
    </Button>
  )
}
