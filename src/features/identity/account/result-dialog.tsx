import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'

/** Dialog that asks first and then shows a result: Cancel and `submit`, later `close` alone. */
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
