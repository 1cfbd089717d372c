import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSize } from './density.tsx'
import './dialog.css'
import { useEscapePastToast } from './escape.ts'
import './input-method.ts'
import type { DialogState } from './use-dialog.ts'
import { preventBlur, useReturnFocus } from './use-return-focus.ts'

export type CloseReason = 'escape' | 'back' | 'outside' | 'close'

type DialogProps = DialogState & {
  title: ReactNode
  description?: ReactNode
  /** 440, 600 or 880 px wide, and full screen below 640 px. */
  size?: 'sm' | 'md' | 'lg'
  footer?: ReactNode
  /** True if there is unsaved input: outside clicks are ignored, and Escape and Back ask first. */
  dirty?: boolean
  discardQuestion?: string
  cancelLabel?: string
  discardLabel?: string
  /** Called before the user closes the dialog. Returning false keeps it open. */
  onRequestClose?: (reason: CloseReason) => boolean | undefined
  /**
   * Initial focus. On touch screens the heading, if visible, gets it instead, so that no keyboard
   * opens.
   */
  initialFocus?: 'heading' | (() => HTMLElement | null)
  hideTitle?: boolean
  className?: string
  children: ReactNode
}

/** The X and DialogClose close at once, even if dirty. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'md', footer, dirty } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const focus = useReturnFocus(props)
  const small = useSize() === 'sm'

  useEffect(() => {
    if (!open || !dirty) setIsConfirming(false)
  }, [open, dirty])

  function requestClose(reason: CloseReason) {
    if (props.onRequestClose?.(reason) === false) return
    if (dirty && reason === 'outside') return
    if (dirty && reason === 'escape') return setIsConfirming(!isConfirming)
    if (dirty && reason === 'back') return setIsConfirming(true)
    onClose()
  }
  const takeEscape = useEscapePastToast(() => requestClose('escape'))
  useBackCloses(open, () => requestClose('back'))

  function instead(reason: CloseReason) {
    return (event: Event) => {
      event.preventDefault()
      requestClose(reason)
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={() => requestClose('close')}>
      <Radix.Portal key={focus.opening}>
        <Radix.Overlay className="overlay fades" onMouseDown={preventBlur} />
        <Radix.Content
          ref={takeEscape}
          data-takes-escape=""
          aria-modal="true"
          inert={!open}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'dialog fades',
            `dialog-${size}`,
            small && 'admin-text',
            props.className,
          )}
          onEscapeKeyDown={instead('escape')}
          onPointerDownOutside={instead('outside')}
          onOpenAutoFocus={(event) => {
            focus.remember()
            const { initialFocus } = props
            const opensKeyboard = !props.hideTitle && matchMedia('(pointer: coarse)').matches
            const isHeading = initialFocus === 'heading' || opensKeyboard
            const wanted = isHeading ? heading.current : initialFocus?.()
            if (!wanted) return
            event.preventDefault()
            wanted.focus()
          }}
          onCloseAutoFocus={focus.giveBack}
          // React's events also reach the components around a dialog, which may be a form.
          onSubmit={(event) => event.stopPropagation()}
        >
          <header className={props.hideTitle ? 'sr-only' : 'dialog-head'}>
            <Radix.Title ref={heading} tabIndex={-1} dir="auto" className="dialog-title">
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className="mt-1.5 text-ink-2">{description}</Radix.Description>
            )}
          </header>
          <div className="dialog-body">{props.children}</div>
          {isConfirming ? (
            <DiscardBar
              question={props.discardQuestion ?? 'Discard your answers?'}
              cancelLabel={props.cancelLabel ?? 'Keep Editing'}
              discardLabel={props.discardLabel ?? 'Discard'}
              onCancel={() => setIsConfirming(false)}
              onDiscard={onClose}
            />
          ) : (
            footer && <footer className="dialog-foot">{footer}</footer>
          )}
          <Radix.Close asChild>
            <Button
              variant="quiet"
              icon={X}
              iconSize={20}
              size="sm"
              className="dialog-x"
              aria-label="Close"
              title="Close"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogClose = Radix.Close

function DiscardBar(props: {
  question: string
  cancelLabel: string
  discardLabel: string
  onCancel: () => void
  onDiscard: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div className="dialog-foot dialog-ask" role="alert">
      <p className="font-semibold">{props.question}</p>
      <div className="flex gap-3">
        <Button ref={button} onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
        <Button variant="danger" onClick={props.onDiscard}>
          {props.discardLabel}
        </Button>
      </div>
    </div>
  )
}
