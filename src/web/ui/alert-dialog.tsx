import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import { useEscapePastToast } from './escape.ts'
import { useBackCloses } from './history-layers.ts'
import { SaveButton } from './save-button.tsx'
import { type FocusTarget, keepFocus, useReturnFocus } from './use-return-focus.ts'

type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** Includes the object: "Delete Northfold Logistics". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** False if confirming needs no network. */
  sends?: boolean
  /** The caller closes the dialog, so that a failure can be shown in it. */
  onConfirm: () => void
  returnFocusTo?: FocusTarget
  trigger?: ReactNode
}

/** Confirms an irreversible action. Focus starts on Cancel; outside clicks do nothing. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  busy = false,
  sends = true,
  onConfirm,
  returnFocusTo,
  trigger,
}: AlertDialogProps) {
  const focus = useReturnFocus(open, returnFocusTo)
  const takeEscape = useEscapePastToast(() => onOpenChange(false))
  useBackCloses(open, () => onOpenChange(false))
  const small = useSize() === 'sm'
  const Confirm = sends ? SaveButton : Button
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal key={focus.opening}>
        <Radix.Overlay className="overlay fades" onMouseDown={keepFocus} />
        <Radix.Content
          ref={takeEscape}
          data-takes-escape=""
          aria-modal="true"
          // No clicks during the closing animation.
          inert={!open}
          className={classNames('dialog dialog-sm dialog-alert fades', small && 'admin-text')}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
        >
          <div className="dialog-head pr-6!">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
          </div>
          <div className="dialog-body">
            <Radix.Description className="text-ink-2">{description}</Radix.Description>
          </div>
          <div className="dialog-foot">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Confirm variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Confirm>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
