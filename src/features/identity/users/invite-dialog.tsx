import { useQueryClient } from '@tanstack/react-query'
import { call, type Role, roles } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormFields } from '#web/ui/form-fields.tsx'
import { SelectField, TextField } from '#web/ui/labeled.tsx'
import { ResultDialog } from '#web/ui/result-dialog.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { users } from './contract.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { Invitation } from './schemas.ts'

const mayDo: Record<Role, string> = {
  agent: 'Chat, inquiries and consultations; reads clients and projects.',
  admin: 'Everything but users.',
  owner: 'Everything, users included.',
}

const labels = { username: 'Username', email: 'Email', role: 'Role' }

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Each opening mounts the dialog anew. */
export function InviteDialog({ open, onOpenChange }: DialogProps) {
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
    <ResultDialog
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? `${invited.user.username} is invited` : 'Invite user'}
      description={invited ? undefined : 'They choose their own password with a one-time link.'}
      dirty={!invited && form.isDirty}
      result={invited && <OneTimeLink invited={invited} />}
      close={<Button>Done</Button>}
      submit={
        <SaveButton type="submit" form={form.id} variant="primary" busy={form.busy}>
          Invite
        </SaveButton>
      }
    >
      <form id={form.id} noValidate className="grid gap-4" onSubmit={form.submit}>
        <FormFields busy={form.busy}>
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
        </FormFields>
      </form>
    </ResultDialog>
  )
}
