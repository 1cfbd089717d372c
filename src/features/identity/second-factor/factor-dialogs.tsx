import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../contract/endpoint.ts'
import { ApiError, sentenceOf } from '../../../web/api/api-error.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { FormMessage } from '../../../web/ui/form-note.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import type { FocusTarget } from '../../../web/ui/use-return-focus.ts'
import { ResultDialog } from '../account/result-dialog.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { PasswordProof, secondFactor } from './contract.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Each opening mounts the dialog anew. */
type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => Promise<unknown>
  returnFocusTo: FocusTarget
}

const unsaved = {
  dirty: true,
  discardQuestion: 'Close without saving the codes?',
  keepLabel: 'Keep open',
  discardLabel: 'Close',
}

/** Dialog around a form that may end with recovery codes. */
function FactorDialog({
  form,
  label,
  variant = 'primary',
  busy,
  codes,
  onChanged,
  ...dialog
}: Omit<ComponentProps<typeof ResultDialog>, 'result' | 'close' | 'submit'> & {
  form: string
  label: string
  variant?: 'primary' | 'danger'
  busy: boolean
  codes?: string[]
  onChanged: unknown
}) {
  return (
    <ResultDialog
      {...dialog}
      {...(codes && unsaved)}
      result={codes && <RecoveryCodes codes={codes} />}
      close={<Button variant="primary">I have saved them</Button>}
      submit={
        <Button type="submit" form={form} variant={variant} busy={busy}>
          {label}
        </Button>
      }
    />
  )
}

function PasswordStep({
  id,
  sending: { error, mutate },
  fallback,
  onDirty,
}: {
  id: string
  sending: { error: Error | null; mutate: (proof: PasswordProof) => void }
  fallback: string
  onDirty: (dirty: boolean) => void
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
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit((proof) => mutate(proof))}
    >
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

export function SetUpDialog(props: DialogProps) {
  const form = 'set-up-second-factor'
  const [dirty, setDirty] = useState(false)
  const start = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.start, proof),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(browser, secondFactor.confirm, { code }),
    onSuccess: props.onChanged,
  })
  const codes = confirm.data?.recoveryCodes
  const title = start.data ? 'Scan this code' : 'Set up the second factor'
  return (
    <FactorDialog
      {...props}
      form={form}
      title={codes ? 'Save your recovery codes' : title}
      description={
        start.data ? undefined : 'Confirm that it is you. Then you need an authenticator app.'
      }
      label={start.data ? 'Turn on' : 'Continue'}
      busy={start.isPending || confirm.isPending}
      dirty={dirty}
      discardQuestion="Stop the set-up?"
      keepLabel="Go on"
      discardLabel="Stop"
      codes={codes}
    >
      {start.data ? (
        <ConfirmStep
          id={form}
          {...start.data}
          error={confirm.error}
          onSubmit={(code) => confirm.mutate(code)}
        />
      ) : (
        <PasswordStep
          id={form}
          sending={start}
          fallback="Failed to start the set-up"
          onDirty={setDirty}
        />
      )}
    </FactorDialog>
  )
}

export function RenewCodesDialog(props: DialogProps) {
  const form = 'renew-codes'
  const [dirty, setDirty] = useState(false)
  const renew = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.renewCodes, proof),
    onSuccess: props.onChanged,
  })
  const codes = renew.data?.recoveryCodes
  return (
    <FactorDialog
      {...props}
      form={form}
      title={codes ? 'Your new recovery codes' : 'New recovery codes'}
      description={codes ? undefined : 'The codes you have now stop working.'}
      label="Make new codes"
      busy={renew.isPending}
      dirty={dirty}
      codes={codes}
    >
      <PasswordStep
        id={form}
        sending={renew}
        fallback="Failed to make new codes"
        onDirty={setDirty}
      />
    </FactorDialog>
  )
}

export function DisableDialog(props: DialogProps) {
  const form = 'disable-second-factor'
  const [dirty, setDirty] = useState(false)
  const disable = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.disable, proof),
    onSuccess: async () => {
      props.onOpenChange(false)
      toast({ title: 'Second factor turned off' })
      await props.onChanged()
    },
  })
  return (
    <FactorDialog
      {...props}
      form={form}
      title="Turn off the second factor"
      description="Your password alone will be enough to sign in, and your recovery codes stop working."
      label="Turn off"
      variant="danger"
      busy={disable.isPending}
      dirty={dirty}
    >
      <PasswordStep
        id={form}
        sending={disable}
        fallback="Failed to turn off the second factor"
        onDirty={setDirty}
      />
    </FactorDialog>
  )
}
