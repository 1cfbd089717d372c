import { useEffect, useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { toast } from '../../../web/ui/toast-store.ts'
import { type PasswordProof, secondFactor } from './contract.ts'
import { PasswordStep } from './password-step.tsx'
import type { SecondFactorDialog } from './set-up-dialog.tsx'

const form = 'disable-second-factor'

export function DisableDialog({
  open,
  onOpenChange,
  onChanged,
  returnFocusTo,
}: SecondFactorDialog) {
  const [dirty, setDirty] = useState(false)
  const disable = useMutation({
    mutationFn: (proof: PasswordProof) => call(browser, secondFactor.disable, proof),
    onSuccess: async () => {
      onOpenChange(false)
      toast({ title: 'Second factor turned off' })
      await onChanged()
    },
  })
  const { reset } = disable
  useEffect(() => {
    if (open) reset()
  }, [open, reset])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Turn off the second factor"
      description="Your password alone will be enough to sign in, and your recovery codes stop working."
      size="sm"
      dirty={dirty}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="danger" busy={disable.isPending}>
            Turn off
          </Button>
        </>
      }
    >
      <PasswordStep
        id={form}
        error={disable.error}
        fallback="Failed to turn off the second factor"
        onDirty={setDirty}
        onSubmit={(proof) => !disable.isPending && disable.mutate(proof)}
      />
    </Dialog>
  )
}
