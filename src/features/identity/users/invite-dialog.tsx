import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, type Input, type Role, roles } from '../../../contract/endpoint.ts'
import { refusedFields, sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { SelectField, TextField } from '../../../web/ui/labelled.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { ResultDialog } from '../account/result-dialog.tsx'
import { OneTimeLink } from '../invitations/one-time-link.tsx'
import { Invitation, users } from './contract.ts'

const form = 'invite-user'
const names = ['username', 'email', 'role'] as const
const idOf = (name: (typeof names)[number]) => `${form}-${name}`

const mayDo: Record<Role, string> = {
  agent: 'Chat, inquiries and consultations; reads clients and projects.',
  admin: 'Everything but users.',
  owner: 'Everything, users included.',
}

/** Each opening mounts it anew. */
export function InviteDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const client = useQueryClient()
  const [keys] = useState(submissionKeys)
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(Invitation),
    defaultValues: { username: '', email: '', role: 'agent' as Role },
    shouldFocusError: false,
  })
  const { errors, submitCount, isDirty } = formState
  const invite = useMutation({
    mutationFn: (input: Input<typeof users.invite>) =>
      call(browser, users.invite, input, { idempotencyKey: keys.keyOf(input) }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(users.list) }),
    onError: (error) => {
      for (const { name, message } of refusedFields(error, names)) {
        setError(name, { message }, { shouldFocus: true })
      }
    },
  })
  const problems = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: idOf(name), message }] : []
  })
  const invited = invite.data
  return (
    <ResultDialog
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? `${invited.user.username} is invited` : 'Invite user'}
      description={
        invited ? undefined : 'They choose their own password, by a link that works once.'
      }
      dirty={!invited && isDirty}
      result={invited && <OneTimeLink invited={invited} />}
      close={<Button>Done</Button>}
      submit={
        <SaveButton type="submit" form={form} variant="primary" busy={invite.isPending}>
          Invite
        </SaveButton>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit((input) => invite.mutate(input))}
      >
        <ErrorSummary errors={problems} attempt={submitCount} />
        <TextField
          id={idOf('username')}
          label="Username"
          required
          error={errors.username?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
        <TextField
          id={idOf('email')}
          label="Email"
          optional
          error={errors.email?.message}
          type="email"
          autoComplete="off"
          spellCheck={false}
          {...register('email')}
        />
        <SelectField
          id={idOf('role')}
          label="Role"
          hint={mayDo[watch('role')]}
          error={errors.role?.message}
          {...register('role')}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </SelectField>
        {invite.isError && problems.length === 0 && (
          <FormMessage>{sentenceOf(invite.error, 'Failed to invite the user')}</FormMessage>
        )}
      </form>
    </ResultDialog>
  )
}
