import type { ComponentProps, ReactNode } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { ResultDialog } from '#web/ui/result-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { FocusTarget } from '#web/ui/use-return-focus.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { secondFactor } from './contract.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordProof } from './schemas.ts'

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
  cancelLabel: 'Keep Open',
  discardLabel: 'Close',
}

const password = {
  labels: { password: 'Current password' },
  schema: PasswordProof,
  valuesOf: () => ({ password: '' }),
}

/** Asks for the password unless there are `children`. May end by showing recovery codes. */
function FactorDialog({
  form,
  label,
  variant = 'primary',
  busy = form.busy,
  codes,
  children,
  onChanged,
  ...dialog
}: Omit<ComponentProps<typeof ResultDialog>, 'result' | 'close' | 'submit' | 'children'> & {
  form: Omit<
    ReturnType<typeof useRecordForm<PasswordProof, PasswordProof, object, unknown>>,
    'answer'
  >
  label: string
  variant?: 'primary' | 'danger'
  busy?: boolean
  codes?: string[]
  onChanged: unknown
  children?: ReactNode
}) {
  return (
    <ResultDialog
      dirty={form.isDirty}
      {...dialog}
      {...(codes && unsaved)}
      result={codes && <RecoveryCodes codes={codes} />}
      close={<Button variant="primary">I’ve Saved Them</Button>}
      submit={
        <Button type="submit" form={form.id} variant={variant} busy={busy}>
          {label}
        </Button>
      }
    >
      {children ?? (
        <form id={form.id} noValidate className="grid gap-4" onSubmit={form.submit}>
          {form.messages}
          <PasswordField
            what="current password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        </form>
      )}
    </ResultDialog>
  )
}

export function SetUpDialog(props: DialogProps) {
  const form = useRecordForm({
    ...password,
    id: 'set-up-second-factor',
    save: (proof) => call(browser, secondFactor.start, proof),
    failure: 'Failed to start the setup',
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(browser, secondFactor.confirm, { code }),
    onSuccess: props.onChanged,
  })
  const started = form.answer
  const codes = confirm.data?.recoveryCodes
  const title = started ? 'Scan this code' : 'Set up two-factor authentication'
  return (
    <FactorDialog
      {...props}
      form={form}
      title={codes ? 'Save your recovery codes' : title}
      description={started ? undefined : 'Confirm it’s you. You’ll also need an authenticator app.'}
      label={started ? 'Turn On' : 'Continue'}
      busy={form.busy || confirm.isPending}
      discardQuestion="Stop setting this up?"
      cancelLabel="Go on"
      discardLabel="Stop"
      codes={codes}
    >
      {started && (
        <ConfirmStep
          id={form.id}
          {...started}
          error={confirm.error}
          onSubmit={(code) => confirm.mutate(code)}
        />
      )}
    </FactorDialog>
  )
}

export function RenewCodesDialog(props: DialogProps) {
  const form = useRecordForm({
    ...password,
    id: 'renew-codes',
    save: (proof) => call(browser, secondFactor.renewCodes, proof),
    refresh: props.onChanged,
    failure: 'Failed to create new codes',
  })
  const codes = form.answer?.recoveryCodes
  return (
    <FactorDialog
      {...props}
      form={form}
      title={codes ? 'Your new recovery codes' : 'New recovery codes'}
      description={codes ? undefined : 'Your current codes stop working.'}
      label="Create New Codes"
      codes={codes}
    />
  )
}

export function DisableDialog(props: DialogProps) {
  const form = useRecordForm({
    ...password,
    id: 'disable-second-factor',
    save: (proof) => call(browser, secondFactor.disable, proof),
    onSaved() {
      props.onOpenChange(false)
      toast({ title: 'Two-factor authentication turned off' })
      return props.onChanged()
    },
    failure: 'Failed to turn off two-factor authentication',
  })
  return (
    <FactorDialog
      {...props}
      form={form}
      title="Turn off two-factor authentication"
      description="You’ll sign in with just your password, and your recovery codes stop working."
      label="Turn Off"
      variant="danger"
    />
  )
}
