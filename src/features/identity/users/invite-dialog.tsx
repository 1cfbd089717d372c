import { useQueryClient } from '@tanstack/react-query'
import { call, type Role, roles } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { users } from './contract.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { Invitation } from './schemas.ts'

const mayDo: Record<Role, string> = {
  agent: 'Chat, inquiries and consultations; reads clients and projects.',
  admin: 'Everything but users.',
  owner: 'Everything, users included.',
}

const labels = { username: 'Username', email: 'Email', role: 'Role' }

/** Each opening mounts the dialog anew. */
export function InviteDialog(state: DialogState) {
  const client = useQueryClient()
  const form = useRecordForm({
    id: 'invite-user',
    labels,
    schema: Invitation,
    valuesOf: () => ({ username: '', email: '', role: 'agent' as Role }),
    save: (input, options) => call(browser, users.invite, input, options),
    refresh: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
    failure: 'Failed to invite the user',
  })
  const invited = form.answer
  return (
    <FormDialog
      {...form.dialog}
      {...state}
      size="sm"
      title={invited ? `${invited.user.username} is invited` : 'Invite user'}
      description={invited ? undefined : 'They choose their own password with a one-time link.'}
      dirty={!invited && form.isDirty}
      submitLabel="Invite"
      result={invited && <OneTimeLink invited={invited} />}
    >
      {form.messages}
      <TextField
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <TextField
        optional
        type="email"
        autoComplete="off"
        spellCheck={false}
        {...form.field('email')}
      />
      <SelectField hint={mayDo[form.form.watch('role')]} {...form.field('role')}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
