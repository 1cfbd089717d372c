import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import type { Lead } from '../list/lead.ts'
import { conversions } from './contract.ts'

/**
 * Offers clients with the lead's e-mail address; renders nothing if there are none. Defaults to a
 * new client. Fetched again each time the dialog opens.
 */
export function ClientChoice({
  lead,
  value,
  onChange,
}: {
  lead: Lead
  value: string
  onChange: (existingClientId: string) => void
}) {
  const { data: matches } = useQuery({ ...query(conversions.matches, { id: lead.id }), gcTime: 0 })
  if (!matches?.length) return null
  const options = [
    { value: '', label: 'Create a new client' },
    ...matches.map(({ id, name, company, status }) => ({
      value: id,
      label: `Link to ${name}`,
      hint: [company, status].filter(Boolean).join(' · '),
    })),
  ]
  return (
    <FormMessage tone="note">
      <RadioGroup
        legend={
          matches.length === 1
            ? 'A client with this email already exists'
            : `${matches.length} clients with this email already exist`
        }
        name="existingClientId"
        options={options}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormMessage>
  )
}
