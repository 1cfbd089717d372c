import { useEffect, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import type { FocusTarget } from '../../../web/ui/use-return-focus.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { type PasswordProof, secondFactor } from './contract.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes, unsaved } from './recovery-codes.tsx'

export type SecondFactorDialog = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => Promise<unknown>
  returnFocusTo: FocusTarget
}

const form = 'set-up-second-factor'

export function SetUpDialog({ open, onOpenChange, onChanged, returnFocusTo }: SecondFactorDialog) {
  const [dirty, setDirty] = useState(false)
  const start = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.start, proof),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(browser, secondFactor.confirm, { code }),
    onSuccess: onChanged,
  })
  const { reset: forgetStart } = start
  const { reset: forgetConfirm } = confirm
  useEffect(() => {
    if (!open) return
    forgetStart()
    forgetConfirm()
  }, [open, forgetStart, forgetConfirm])
  const codes = confirm.data?.recoveryCodes
  const title = codes
    ? 'Save your recovery codes'
    : start.data
      ? 'Scan this code'
      : 'Set up the second factor'
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={
        start.data ? undefined : 'Confirm that it is you. Then you need an authenticator app.'
      }
      size="sm"
      dirty={codes ? true : dirty}
      {...(codes
        ? unsaved
        : { discardQuestion: 'Stop the set-up?', keepLabel: 'Go on', discardLabel: 'Stop' })}
      returnFocusTo={returnFocusTo}
      footer={
        codes ? (
          <DialogClose asChild>
            <Button variant="primary">I have saved them</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              form={form}
              variant="primary"
              busy={start.isPending || confirm.isPending}
            >
              {start.data ? 'Turn on' : 'Continue'}
            </Button>
          </>
        )
      }
    >
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && start.data && (
        <ConfirmStep
          id={form}
          {...start.data}
          error={confirm.error}
          onSubmit={(code) => !confirm.isPending && confirm.mutate(code)}
        />
      )}
      {!start.data && (
        <PasswordStep
          id={form}
          error={start.error}
          fallback="Failed to start the set-up"
          onDirty={setDirty}
          onSubmit={(proof) => !start.isPending && start.mutate(proof)}
        />
      )}
    </Dialog>
  )
}
