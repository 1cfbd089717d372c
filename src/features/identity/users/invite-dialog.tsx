import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Role, roles } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useAccountForm } from '#web/editing/use-account-form.tsx'
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

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Each opening mounts the dialog anew. */
export function InviteDialog({ open, onOpenChange }: DialogProps) {
  const client = useQueryClient()
  const [keys] = useState(submissionKeys)
  const form = useAccountForm({
    id: 'invite-user',
    schema: Invitation,
    initial: { username: '', email: '', role: 'agent' as Role },
    send: (input) => call(browser, users.invite, input, { idempotencyKey: keys.keyOf(input) }),
    onSent: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
    otherwise: 'Failed to invite the user',
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
          {form.summary}
          <TextField
            label="Username"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('username')}
          />
          <TextField
            label="Email"
            optional
            type="email"
            autoComplete="off"
            spellCheck={false}
            {...form.field('email')}
          />
          <SelectField label="Role" hint={mayDo[form.watch('role')]} {...form.field('role')}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </SelectField>
          {form.failure}
        </FormFields>
      </form>
    </ResultDialog>
  )
}
