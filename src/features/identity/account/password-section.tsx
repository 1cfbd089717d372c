import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { account } from './contract.ts'
import { PasswordChange } from './schemas.ts'

export function PasswordSection({ username }: { username: string }) {
  const client = useQueryClient()
  const form = useRecordForm({
    id: 'password-change',
    labels: { currentPassword: 'Current password', newPassword: 'New password' },
    schema: PasswordChange,
    valuesOf: () => ({ currentPassword: '', newPassword: '' }),
    save: (input) => call(browser, account.changePassword, input),
    recordOf: () => null,
    onSaved() {
      toast({ title: 'Password changed', description: 'Your other sessions are signed out.' })
      return client.invalidateQueries({ queryKey: keyOf(account.sessions) })
    },
    failure: 'Failed to change the password',
  })
  return (
    <section className="panel" aria-labelledby="password-heading">
      <h2 id="password-heading" className="panel-heading">
        Password
      </h2>
      <form noValidate className="grid max-w-[28rem] gap-4 p-5" onSubmit={form.submit}>
        {form.messages}
        <input hidden name="username" autoComplete="username" value={username} readOnly />
        <PasswordField
          what="current password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <NewPasswordField what="new password" {...form.field('newPassword')} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveButton type="submit" variant="primary" busy={form.busy}>
            Change Password
          </SaveButton>
          <p className="field-hint">Signs you out everywhere else.</p>
        </div>
      </form>
    </section>
  )
}
