import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call, type Input } from '../../../contract/endpoint.ts'
import { refusedFields, sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { account, PasswordChange } from './contract.ts'

const names = ['currentPassword', 'newPassword'] as const

export function PasswordSection({ username }: { username: string }) {
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
    shouldFocusError: false,
  })
  const { errors, submitCount } = formState
  const change = useMutation({
    mutationFn: (input: Input<typeof account.changePassword>) =>
      call(browser, account.changePassword, input),
    onSuccess: async () => {
      reset()
      toast({ title: 'Password changed', description: 'Your other sessions are ended.' })
      await client.invalidateQueries({ queryKey: keyOf(account.sessions) })
    },
    onError: (error) => {
      for (const { name, message } of refusedFields(error, names)) {
        setError(name, { message }, { shouldFocus: true })
      }
    },
  })
  const problems = names.flatMap((id) => {
    const message = errors[id]?.message
    return message ? [{ id, message }] : []
  })
  const failure =
    change.isError && problems.length === 0
      ? sentenceOf(change.error, 'Failed to change the password')
      : undefined
  return (
    <section className="panel" aria-labelledby="password-heading">
      <h2 id="password-heading" className="panel-heading">
        Password
      </h2>
      <form
        noValidate
        className="grid max-w-[28rem] gap-4 p-5"
        onSubmit={handleSubmit((input) => change.mutate(input))}
      >
        <ErrorSummary errors={problems} attempt={submitCount} />
        <input hidden name="username" autoComplete="username" value={username} readOnly />
        <Field
          id="currentPassword"
          label="Current password"
          error={errors.currentPassword?.message}
        >
          <PasswordInput
            what="current password"
            autoComplete="current-password"
            {...register('currentPassword')}
          />
        </Field>
        <NewPasswordField
          id="newPassword"
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        {failure && <FormMessage>{failure}</FormMessage>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveButton type="submit" variant="primary" busy={change.isPending}>
            Change password
          </SaveButton>
          <p className="field-hint">Ends your sessions everywhere else.</p>
        </div>
      </form>
    </section>
  )
}
