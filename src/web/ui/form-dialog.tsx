import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { FormFields } from './form-fields.tsx'
import { SaveButton } from './save-button.tsx'
import { submitByKeys } from './submit-by-keys.ts'
import type { FocusTarget } from './use-return-focus.ts'

type FormDialogProps = Omit<
  ComponentProps<typeof Dialog>,
  'footer' | 'className' | 'returnFocusTo'
> & {
  id: string
  submitLabel: string
  submitVariant?: 'primary' | 'danger'
  busy: boolean
  /** False if submitting needs no network. */
  sends?: boolean
  /** Accepts typing during saving, and stays open if something was typed. */
  staysOpen?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Receives the focus on close. By default it is the element that had the focus before. */
  opener?: HTMLElement | null
  returnFocusTo?: FocusTarget | undefined
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
  const { onSubmit, opener, returnFocusTo, result, closeButton, children, ...dialog } = rest
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
    <Dialog
      {...dialog}
      returnFocusTo={returnFocusTo ?? (opener ? () => opener : undefined)}
      footer={footer}
    >
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
