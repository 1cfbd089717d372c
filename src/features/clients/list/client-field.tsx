import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import type { AutomationSlots } from '#features/automations/screens/slots.ts'
import { PickDialog } from '#features/inbox/screens/pick-dialog.tsx'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSearchTerm } from '#web/ui/use-search-term.ts'
import { clients } from '../contract.ts'
import './client-field.css'

const shownClients = 8

type ClientFieldProps = ComponentProps<NonNullable<AutomationSlots['ClientField']>>

/** A button with the chosen client, which opens a search. */
export function ClientField({ value, placeholder, onChange, clearable }: ClientFieldProps) {
  const { required: _, ...control } = useField()
  const button = useRef<HTMLButtonElement>(null)
  const search = useDialog<true>()
  // The name of whom was just picked needs no second request.
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const isKnown = value === null || value === picked?.id
  const found = useQuery({ ...query(clients.show, { id: value ?? '' }), enabled: !isKnown })
  const name = value === picked?.id ? picked?.name : found.data?.name
  const words = value === null ? placeholder : (name ?? (found.isError ? 'Unknown client' : '…'))
  return (
    <div className="client-field">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        // The label alone would hide the name of the client from screen readers.
        aria-label={`Client: ${words}`}
        data-empty={value === null || undefined}
        className="control size-sm client-field-button"
        title={name}
        onClick={() => search.show(true, button.current)}
        {...control}
      >
        <span dir="auto" className="truncate">
          {words}
        </span>
        <Icon icon={ChevronDown} />
      </button>
      {clearable && value !== null && (
        <Button
          variant="quiet"
          icon={X}
          aria-label="All clients"
          title="All clients"
          onClick={() => {
            onChange(null)
            button.current?.focus()
          }}
        />
      )}
      {search.subject && (
        <SearchClients
          key={search.opening}
          {...search.state}
          onPick={(client) => {
            setPicked(client)
            onChange(client.id)
          }}
        />
      )}
    </div>
  )
}

function SearchClients({
  onPick,
  ...state
}: ReturnType<typeof useDialog>['state'] & {
  onPick: (client: { id: string; name: string }) => void
}) {
  const [typed, setTyped] = useState('')
  const search = useSearchTerm(typed)
  const found = useQuery(
    query(clients.list, { limit: shownClients, sort: 'name', ...(search && { search }) }),
  )
  const isWaiting = found.isFetching || search !== typed.trim()
  const options = (found.data?.clients ?? []).map(({ id, name, company }) => ({
    key: id,
    label: name,
    ...(company && { hint: company }),
    onPick: () => {
      state.onClose()
      onPick({ id, name })
    },
  }))
  return (
    <PickDialog
      {...state}
      title="Choose a client"
      placeholder="Name, company or address"
      options={found.isError || (isWaiting && options.length === 0) ? undefined : options}
      search={{ typed, onTyped: setTyped }}
    >
      {found.isError && (
        <ErrorState
          message="Failed to search clients"
          onRetry={found.refetch}
          retrying={found.isFetching}
        />
      )}
    </PickDialog>
  )
}
