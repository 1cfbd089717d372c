import { useEffect, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { type PasswordProof, secondFactor } from './contract.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes, unsaved } from './recovery-codes.tsx'
import type { SecondFactorDialog } from './set-up-dialog.tsx'

const form = 'renew-codes'

export function RenewCodesDialog({
  open,
  onOpenChange,
  onChanged,
  returnFocusTo,
}: SecondFactorDialog) {
  const [dirty, setDirty] = useState(false)
  const renew = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.renewCodes, proof),
    onSuccess: onChanged,
  })
  const { reset } = renew
  useEffect(() => {
    if (open) reset()
  }, [open, reset])
  const codes = renew.data?.recoveryCodes
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={codes ? 'Your new recovery codes' : 'New recovery codes'}
      description={codes ? undefined : 'The codes you have now stop working.'}
      size="sm"
      dirty={codes ? true : dirty}
      {...(codes && unsaved)}
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
            <Button type="submit" form={form} variant="primary" busy={renew.isPending}>
              Make new codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <PasswordStep
          id={form}
          error={renew.error}
          fallback="Failed to make new codes"
          onDirty={setDirty}
          onSubmit={(proof) => !renew.isPending && renew.mutate(proof)}
        />
      )}
    </Dialog>
  )
}
