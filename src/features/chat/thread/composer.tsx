import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { trimmed } from '#contract/visible-text.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/ui/input-method.ts'
import { TextArea } from '#web/ui/inputs.tsx'
import { tooLong } from '#web/ui/refused-input.ts'
import { limits } from '../protocol/constants.ts'

type ComposerProps = {
  draft: string
  onDraft: (draft: string) => void
  /** Called with trimmed text that is never blank. */
  onSend: (text: string) => void
  input: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
  /** Why the composer is disabled. */
  reason: string
  /** Whether blank text disables the button; otherwise the button has no effect. */
  blankDisables?: boolean
  /** Runs before the composer's own keys; returns true when it handled the key. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** Ids of the visible suggestion list and of its active option. */
  suggestions?: { list: string; active: string }
}

export function Composer(props: ComposerProps) {
  const { draft, input, disabled, suggestions } = props
  const had = useRef(false)
  const blank = trimmed(draft) === ''
  const excess = tooLong(draft, limits.content)
  const reason = disabled ? props.reason : excess

  // Places the caret at the end of a restored draft.
  useEffect(() => {
    const length = input.current?.value.length ?? 0
    input.current?.setSelectionRange(length, length)
  }, [input])

  // Disabling drops the focus: restore it unless it has moved elsewhere.
  useEffect(() => {
    if (disabled) return
    if (had.current && document.activeElement === document.body) input.current?.focus()
    had.current = false
  }, [disabled, input])

  function send() {
    if (disabled) return
    if (!blank && !excess) props.onSend(draft.trim())
    input.current?.focus()
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        ref={input}
        rows={1}
        className="composer-input"
        aria-label="Message"
        aria-describedby={reason && 'composer-reason'}
        aria-invalid={excess ? true : undefined}
        placeholder="Type your message..."
        enterKeyHint="send"
        value={draft}
        disabled={disabled}
        onFocus={() => {
          had.current = true
        }}
        onBlur={(event) => {
          if (!event.currentTarget.disabled) had.current = false
        }}
        onChange={(event) => props.onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (props.onKey?.(event)) return
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          send()
        }}
        {...(suggestions && {
          'aria-autocomplete': 'list',
          'aria-controls': suggestions.list,
          'aria-activedescendant': suggestions.active,
        })}
      />
      <Button
        icon={SendHorizontal}
        type="submit"
        variant="primary"
        disabled={disabled || (props.blankDisables && blank)}
      >
        Send
      </Button>
      {reason && (
        <p id="composer-reason" className="composer-reason">
          {reason}
        </p>
      )}
    </form>
  )
}
