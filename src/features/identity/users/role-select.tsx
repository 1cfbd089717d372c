import { type Role, roles } from '#contract/endpoint.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { User } from './contract.ts'
import { useUserChanges } from './use-user-changes.ts'

export function RoleSelect({ user, self }: { user: User; self: boolean }) {
  const { role } = useUserChanges(user)
  const { subject: asked, state: question, show } = useDialog<Role>()
  const shown = role.isPending ? role.variables : user.role
  return (
    <>
      <Select
        aria-label={`Role of ${user.username}`}
        className="w-[7.5rem]"
        value={shown}
        aria-busy={role.isPending || undefined}
        onChange={(event) => {
          const chosen = event.target.value as Role
          if (role.isPending || chosen === user.role) return
          if (self) show(chosen)
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
        {...question}
        title="Stop being an owner?"
        description={`You’ll be signed out and continue as ${asked ?? user.role}. Only another owner can change that back.`}
        confirmLabel={`Become ${asked ?? user.role}`}
        busy={role.isPending}
        onConfirm={() => asked && role.mutate(asked, { onSettled: question.onClose })}
      />
    </>
  )
}
