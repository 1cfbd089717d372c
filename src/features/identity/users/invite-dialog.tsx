import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, type Input, type Role, roles } from '../../../contract/endpoint.ts'
import { ApiError, sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { keyOf } from '../../../web/api/query.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { ErrorSummary } from '../../../web/ui/error-summary.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { TextInput } from '../../../web/ui/text-input.tsx'
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

export function InviteDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const client = useQueryClient()
  const [keys] = useState(submissionKeys)
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
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
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      for (const name of names) {
        const message = fields[name]
        if (message) setError(name, { message }, { shouldFocus: true })
      }
    },
  })
  const { reset: forget } = invite
  useEffect(() => {
    if (!open) return
    reset()
    forget()
    keys.forget()
  }, [open, reset, forget, keys])
  const problems = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: idOf(name), message }] : []
  })
  const invited = invite.data
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? `${invited.user.username} is invited` : 'Invite user'}
      description={
        invited ? undefined : 'They choose their own password, by a link that works once.'
      }
      size="sm"
      dirty={!invited && isDirty}
      footer={
        invited ? (
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <SaveButton type="submit" form={form} variant="primary" busy={invite.isPending}>
              Invite
            </SaveButton>
          </>
        )
      }
    >
      {invited ? (
        <OneTimeLink invited={invited} />
      ) : (
        <form
          id={form}
          noValidate
          className="grid gap-4"
          onSubmit={handleSubmit((input) => !invite.isPending && invite.mutate(input))}
        >
          <ErrorSummary errors={problems} attempt={submitCount} />
          <Field id={idOf('username')} label="Username" required error={errors.username?.message}>
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...register('username')}
            />
          </Field>
          <Field id={idOf('email')} label="Email" optional error={errors.email?.message}>
            <TextInput type="email" autoComplete="off" spellCheck={false} {...register('email')} />
          </Field>
          <Field
            id={idOf('role')}
            label="Role"
            hint={mayDo[watch('role')]}
            error={errors.role?.message}
          >
            <Select {...register('role')}>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {role}
                </option>
              ))}
            </Select>
          </Field>
          {invite.isError && problems.length === 0 && (
            <FormMessage>{sentenceOf(invite.error, 'Failed to invite the user')}</FormMessage>
          )}
        </form>
      )}
    </Dialog>
  )
}
