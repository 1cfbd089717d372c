import type { ComponentProps, FormEventHandler } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { SaveButton } from './save-button.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer' | 'className'> & {
  /** Id of the form element. */
  id: string
  submitLabel: string
  busy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
}

/** Dialog around one form, with Cancel and the submit button in its footer. */
export function FormDialog({
  id,
  submitLabel,
  busy,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <SaveButton type="submit" form={id} variant="primary" busy={busy}>
        {submitLabel}
      </SaveButton>
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      <form id={id} noValidate className="grid grid-cols-1 gap-4" onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
