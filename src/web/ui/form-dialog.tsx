import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { FormFields } from './form-fields.tsx'
import { SaveButton } from './save-button.tsx'
import { submitByKeys } from './submit-by-keys.ts'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer' | 'className'> & {
  id: string
  submitLabel: string
  submitVariant?: 'primary' | 'danger'
  busy: boolean
  /** False if submitting needs no network. */
  sends?: boolean
  /** Accepts typing during saving, and stays open if something was typed. */
  staysOpen?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Shown in place of the form once it was sent, with one button that closes the dialog. */
  result?: ReactNode
  closeButton?: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const {
    id,
    submitLabel,
    submitVariant = 'primary',
    busy,
    sends = true,
    staysOpen,
    ...rest
  } = props
  const { onSubmit, result, closeButton, children, ...dialog } = rest
  const Submit = sends ? SaveButton : Button
  const footer = result ? (
    <DialogClose asChild>{closeButton ?? <Button>Done</Button>}</DialogClose>
  ) : (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Submit type="submit" form={id} variant={submitVariant} busy={busy}>
        {submitLabel}
      </Submit>
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      {result || (
        <form
          id={id}
          noValidate
          className="grid grid-cols-1 gap-4"
          onSubmit={onSubmit}
          onKeyDown={submitByKeys}
        >
          <FormFields busy={busy && !staysOpen}>{children}</FormFields>
        </form>
      )}
    </Dialog>
  )
}
