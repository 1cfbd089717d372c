import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, sentenceOf } from '../../../web/api/api-error.ts'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'
import { PasswordProof } from './contract.ts'

/** The submit button is in the dialog's footer, linked by its `form` attribute. */
export function PasswordStep({
  id,
  error,
  fallback,
  onSubmit,
  onDirty,
}: {
  id: string
  error: Error | null
  fallback: string
  onSubmit: (proof: PasswordProof) => void
  onDirty?: (dirty: boolean) => void
}) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(PasswordProof),
    defaultValues: { password: '' },
  })
  const field = error instanceof ApiError ? error.fields?.password : undefined
  useEffect(() => {
    if (error && field) setError('password', { message: field }, { shouldFocus: true })
  }, [error, field, setError])
  const { isDirty, errors } = formState
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={handleSubmit(onSubmit)}>
      <Field id={`${id}-password`} label="Current password" error={errors.password?.message}>
        <PasswordInput
          what="current password"
          autoComplete="current-password"
          {...register('password')}
        />
      </Field>
      {error && !field && <FormMessage>{sentenceOf(error, fallback)}</FormMessage>}
    </form>
  )
}
