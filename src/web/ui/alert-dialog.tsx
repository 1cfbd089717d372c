import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import './dialog.css'
import { useEscapePastToast } from './escape.ts'
import { SaveButton } from './save-button.tsx'
import type { DialogState } from './use-dialog.ts'
import { preventBlur, useReturnFocus } from './use-return-focus.ts'

type AlertDialogProps = DialogState & {
  title: ReactNode
  description: ReactNode
  /** Names the object, too: "Delete Northfold Logistics". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** False if confirming needs no network. */
  sends?: boolean
  /** The caller closes the dialog, so that it can show a failure. */
  onConfirm: () => void
}

/** The focus starts on Cancel, and clicks outside do nothing. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onClose, tone = 'danger', busy = false, sends = true } = props
  const focus = useReturnFocus(props)
  const takeEscape = useEscapePastToast(onClose)
  useBackCloses(open, onClose)
  const small = useSize() === 'sm'
  const Confirm = sends ? SaveButton : Button
  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal key={focus.opening}>
        <Radix.Overlay className="overlay fades" onMouseDown={preventBlur} />
        <Radix.Content
          ref={takeEscape}
          data-takes-escape=""
          aria-modal="true"
          // Ignores clicks during the closing animation.
          inert={!open}
          className={classNames('dialog dialog-sm dialog-alert fades', small && 'admin-text')}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
        >
          <div className="dialog-head pr-6!">
            <Radix.Title className="dialog-title">{props.title}</Radix.Title>
          </div>
          <div className="dialog-body">
            <Radix.Description className="text-ink-2">{props.description}</Radix.Description>
          </div>
          <div className="dialog-foot">
            <Radix.Cancel asChild>
              <Button>{props.cancelLabel ?? 'Cancel'}</Button>
            </Radix.Cancel>
            <Confirm variant={tone} busy={busy} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Confirm>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
