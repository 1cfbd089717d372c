import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { TextArea } from '../../../web/ui/text-area.tsx'

/** The longest message the server takes. */
export const longestMessage = 4000

type ComposerProps = {
  draft: string
  onDraft: (draft: string) => void
  /** Gets trimmed, never blank text. */
  onSend: (text: string) => void
  input: RefObject<HTMLTextAreaElement | null>
  /** Without a connection nothing can be written; the draft stays. */
  disabled: boolean
  /** Said to who asks why; the placeholder stays as it is. */
  reason?: string
  /** Blank text cannot be sent: by a disabled button, or by one that does nothing. */
  blankDisables?: boolean
  /** Runs before the composer's own keys; true when it took the key. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** Ids of a list of suggestions on screen and of the one that would be taken. */
  suggestions?: { list: string; active: string }
}

/** Where one writes. Enter sends, Shift+Enter begins a new line. */
export function Composer({
  draft,
  onDraft,
  onSend,
  input,
  disabled,
  reason,
  blankDisables = false,
  onKey,
  suggestions,
}: ComposerProps) {
  const had = useRef(false)
  const blank = draft.trim() === ''

  // Who comes back to a draft goes on at its end.
  useEffect(() => {
    const length = input.current?.value.length ?? 0
    input.current?.setSelectionRange(length, length)
  }, [input])

  // A field that is disabled loses the focus: it gets it back unless it went elsewhere.
  useEffect(() => {
    if (disabled) return
    if (had.current && document.activeElement === document.body) input.current?.focus()
    had.current = false
  }, [disabled, input])

  function send() {
    if (disabled) return
    if (!blank) onSend(draft.trim())
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
        aria-describedby={disabled && reason ? 'composer-reason' : undefined}
        placeholder="Type your message..."
        enterKeyHint="send"
        maxLength={longestMessage}
        value={draft}
        disabled={disabled}
        onFocus={() => {
          had.current = true
        }}
        onBlur={(event) => {
          if (!event.currentTarget.disabled) had.current = false
        }}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || onKey?.(event)) return
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
        type="submit"
        variant="primary"
        disabled={disabled || (blankDisables && blank)}
        className="composer-send"
      >
        <Icon icon={SendHorizontal} />
        Send
      </Button>
      {disabled && reason && (
        <p id="composer-reason" className="composer-reason">
          {reason}
        </p>
      )}
    </form>
  )
}
