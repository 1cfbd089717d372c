import { call } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { secondFactor } from './contract.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordProof } from './schemas.ts'
import { useCode } from './use-code.ts'

/** Each opening mounts the dialog anew. */
type DialogProps = DialogState & {
  onChanged: () => Promise<unknown>
  /** The button that opened the dialog may be gone. */
  focusAfterwards: () => HTMLElement | null
}

/** Asks for the password, and sends it. */
function usePasswordForm<A>(
  { onChanged: _, ...state }: DialogProps,
  options: {
    id: string
    save: (proof: PasswordProof) => Promise<A>
    refresh?: () => unknown
    onSaved?: () => unknown
    failure: string
  },
) {
  const { dialog, messages, field, answer } = useRecordForm({
    ...options,
    labels: { password: 'Current password' },
    schema: PasswordProof,
    valuesOf: () => ({ password: '' }),
  })
  const fields = (
    <>
      {messages}
      <PasswordField
        what="current password"
        autoComplete="current-password"
        {...field('password')}
      />
    </>
  )
  return { dialog: { ...dialog, ...state, size: 'sm' as const }, fields, answer }
}

/** The last view of a dialog, if there are codes to save. */
const codesOf = (codes: string[] | undefined) =>
  codes && {
    result: <RecoveryCodes codes={codes} />,
    closeButton: <Button variant="primary">I’ve Saved Them</Button>,
    dirty: true,
    discardQuestion: 'Close without saving the codes?',
    cancelLabel: 'Keep Open',
    discardLabel: 'Close',
  }

export function SetUpDialog(props: DialogProps) {
  const form = usePasswordForm(props, {
    id: 'set-up-second-factor',
    save: (proof) => call(browser, secondFactor.start, proof),
    failure: 'Failed to start the setup',
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(browser, secondFactor.confirm, { code }),
    onSuccess: props.onChanged,
  })
  const { error } = confirm
  const refusal = error instanceof ApiError ? error.fields?.code : undefined
  const blank = 'Code is required'
  const code = useCode({ failure: error, refusal, blank, onCode: confirm.mutate })
  const { answer: started, dialog } = form
  const codes = confirm.data?.recoveryCodes
  const title = started ? 'Scan this code' : 'Set up two-factor authentication'
  return (
    <FormDialog
      {...dialog}
      title={codes ? 'Save your recovery codes' : title}
      description={started ? undefined : 'Confirm it’s you. You’ll also need an authenticator app.'}
      submitLabel={started ? 'Turn On' : 'Continue'}
      busy={dialog.busy || confirm.isPending}
      discardQuestion="Stop setting this up?"
      cancelLabel="Go on"
      discardLabel="Stop"
      onSubmit={started ? code.submit : dialog.onSubmit}
      {...codesOf(codes)}
    >
      {started ? (
        <ConfirmStep id={dialog.id} {...started} code={code} failure={refusal ? null : error} />
      ) : (
        form.fields
      )}
    </FormDialog>
  )
}

export function RenewCodesDialog(props: DialogProps) {
  const { dialog, fields, answer } = usePasswordForm(props, {
    id: 'renew-codes',
    save: (proof) => call(browser, secondFactor.renewCodes, proof),
    refresh: props.onChanged,
    failure: 'Failed to create new codes',
  })
  return (
    <FormDialog
      {...dialog}
      title={answer ? 'Your new recovery codes' : 'New recovery codes'}
      description={answer ? undefined : 'Your current codes stop working.'}
      submitLabel="Create New Codes"
      {...codesOf(answer?.recoveryCodes)}
    >
      {fields}
    </FormDialog>
  )
}

export function DisableDialog(props: DialogProps) {
  const { dialog, fields } = usePasswordForm(props, {
    id: 'disable-second-factor',
    save: (proof) => call(browser, secondFactor.disable, proof),
    onSaved() {
      props.onClose()
      toast({ title: 'Two-factor authentication turned off' })
      return props.onChanged()
    },
    failure: 'Failed to turn off two-factor authentication',
  })
  return (
    <FormDialog
      {...dialog}
      title="Turn off two-factor authentication"
      description="You’ll sign in with just your password, and your recovery codes stop working."
      submitLabel="Turn Off"
      submitVariant="danger"
    >
      {fields}
    </FormDialog>
  )
}
