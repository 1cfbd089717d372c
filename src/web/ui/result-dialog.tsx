import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'

/**
 * A dialog that first asks, with Cancel and `submit`, and then shows a result, with `close` only.
 */
export function ResultDialog({
  result,
  close,
  submit,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer' | 'size'> & {
  result?: ReactNode
  close?: ReactElement
  submit: ReactElement
}) {
  const footer = (
    <>
      <DialogClose asChild>{result ? close : <Button>Cancel</Button>}</DialogClose>
      {!result && submit}
    </>
  )
  return (
    <Dialog {...dialog} size="sm" footer={footer}>
      {result || children}
    </Dialog>
  )
}
