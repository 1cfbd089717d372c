import { useState } from 'react'
import { type Role, roles } from '#contract/endpoint.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Select } from '#web/ui/inputs.tsx'
import type { User } from './contract.ts'
import { usePersonChanges } from './use-person-changes.ts'

export function RoleSelect({ person, self }: { person: User; self: boolean }) {
  const { role } = usePersonChanges(person)
  const [asked, setAsked] = useState<Role | null>(null)
  const shown = role.isPending ? role.variables : person.role
  return (
    <>
      <Select
        aria-label={`Role of ${person.username}`}
        className="w-[7.5rem]"
        value={shown}
        aria-busy={role.isPending || undefined}
        onChange={(event) => {
          const chosen = event.target.value as Role
          if (role.isPending || chosen === person.role) return
          if (self) setAsked(chosen)
          else role.mutate(chosen)
        }}
      >
        {roles.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Stop being an owner?"
        description={`You are signed out and continue as ${asked ?? person.role}. Only another owner can make you one again.`}
        confirmLabel={`Become ${asked ?? person.role}`}
        busy={role.isPending}
        onConfirm={() => asked && role.mutate(asked, { onSettled: () => setAsked(null) })}
      />
    </>
  )
}
