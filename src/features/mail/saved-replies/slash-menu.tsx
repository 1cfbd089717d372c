import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { matchingReplies, type ReplyText, wantedReply } from './reply-texts.ts'
import './saved-replies.css'

/** Suggests replies for a shortcut after a slash, while the text area stays focused. */
export function useSlashMenu(props: {
  input: RefObject<HTMLTextAreaElement | null>
  draft: string
  replies: readonly ReplyText[]
  fill: (text: string) => string
  write: (text: string) => void
}) {
  const { input, draft, replies, fill, write } = props
  const listId = useId()
  const [isDismissed, setDismissed] = useState(false)
  const [at, setAt] = useState(0)
  const caret = input.current?.selectionStart ?? draft.length
  const before = draft.slice(0, caret)
  const wanted = wantedReply(before)
  const offered = wanted === undefined || isDismissed ? [] : matchingReplies(replies, wanted)
  const chosen = offered[Math.min(at, offered.length - 1)]
  const idOf = (reply: ReplyText) => `${listId}-${offered.indexOf(reply)}`

  function take({ text }: ReplyText): void {
    const start = before.slice(0, before.lastIndexOf('/'))
    write(`${start}${fill(text)}${draft.slice(caret)}`)
    setAt(0)
    input.current?.focus()
  }

  return {
    /** Call this after every change of the draft. */
    typed(text: string): void {
      setAt(0)
      if (wantedReply(text) === undefined) setDismissed(false)
    },
    onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
      if (!chosen || event.ctrlKey || event.metaKey) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setAt((offered.indexOf(chosen) + step + offered.length) % offered.length)
      else if (event.key === 'Escape') setDismissed(true)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) take(chosen)
      else return false
      event.preventDefault()
      return true
    },
    suggestions: chosen && { list: listId, active: idOf(chosen) },
    menu: chosen && (
      <div id={listId} role="listbox" aria-label="Saved replies" className="slash-menu">
        {offered.map((reply) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the choice.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={reply.shortcut}
            id={idOf(reply)}
            role="option"
            aria-selected={reply === chosen}
            className="slash-option"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(reply)}
          >
            <span className="mono">/{reply.shortcut}</span>
            <span dir="auto">{fill(reply.text)}</span>
          </div>
        ))}
      </div>
    ),
  }
}
