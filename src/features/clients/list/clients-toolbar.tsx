import { Rows3 } from 'lucide-react'
import type { ClientStatus } from '../../../contract/vocabulary.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select, TextInput } from '../../../web/ui/inputs.tsx'
import { useCompactRows } from '../../../web/ui/use-row-density.ts'
import { ClientStatusOptions } from './client-status.tsx'
import type { ListAddress } from './use-list-address.ts'

export function ClientsToolbar({ address, count }: { address: ListAddress; count: string }) {
  const [compact, setCompact] = useCompactRows()
  return (
    <search className="list-toolbar" aria-label="Filter clients">
      <Field label="Search clients" hideLabel className="list-search">
        <TextInput
          type="search"
          value={address.typed}
          placeholder="Search name, email or company…"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => address.setTyped(event.currentTarget.value)}
        />
      </Field>
      <Field label="Filter by status" hideLabel className="w-36">
        <Select
          value={address.status ?? 'all'}
          onChange={({ currentTarget: { value } }) =>
            address.setStatus(value === 'all' ? undefined : (value as ClientStatus))
          }
        >
          <option value="all">All statuses</option>
          <ClientStatusOptions />
        </Select>
      </Field>
      <p role="status" className="text-ink-2 tabular-nums">
        {count}
      </p>
      <Button
        variant="quiet"
        icon={Rows3}
        className="ml-auto max-md:hidden"
        aria-pressed={compact}
        onClick={() => setCompact(!compact)}
      >
        Compact
      </Button>
    </search>
  )
}
