import { Zap } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDraft } from '../../../web/editing/use-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { useAgentConsole } from '../alerts/agent-console.tsx'
import { Composer } from '../thread/composer.tsx'
import '../canned-replies/canned.css'
import { CannedDialog } from '../canned-replies/canned-dialog.tsx'
import {
  fillIn,
  matchingReplies,
  readReplies,
  wantedReply,
} from '../canned-replies/canned-replies.ts'

const listId = 'canned-replies'

type ThreadComposerProps = { sessionId: string; visitor: string; connected: boolean }

export function ThreadComposer({ sessionId, visitor, connected }: ThreadComposerProps) {
  const { chat } = useAgentConsole()
  const { value: draft, set: setDraft, discard } = useDraft(`chat ${sessionId}`, '')
  const [editing, setEditing] = useState(false)
  const [dismissed, setDismissed] = useState(false)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLTextAreaElement>(null)

  const wanted = wantedReply(draft)
  const offered =
    wanted === undefined || dismissed || !connected ? [] : matchingReplies(readReplies(), wanted)
  const chosen = offered[Math.min(at, offered.length - 1)]

  function write(text: string) {
    setDraft(text)
    setAt(0)
    if (!text.startsWith('/')) setDismissed(false)
    if (text && !text.startsWith('/')) chat.type(sessionId)
  }

  function take(text: string) {
    write(fillIn(text, visitor))
    input.current?.focus()
  }

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!chosen) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((offered.indexOf(chosen) + step + offered.length) % offered.length)
    else if (event.key === 'Escape') setDismissed(true)
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) take(chosen.text)
    else return false
    event.preventDefault()
    return true
  }

  return (
    <div className="relative">
      {chosen && (
        <div id={listId} role="listbox" aria-label="Canned replies" className="canned-menu">
          {offered.map((reply) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the choice.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
            <div
              key={`${reply.shortcut} ${reply.text}`}
              id={`${listId}-${offered.indexOf(reply)}`}
              role="option"
              aria-selected={reply === chosen}
              className="canned-option"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(reply.text)}
            >
              <span className="mono">/{reply.shortcut}</span>
              <span>{fillIn(reply.text, visitor)}</span>
            </div>
          ))}
        </div>
      )}
      <Composer
        input={input}
        draft={draft}
        disabled={!connected}
        reason="No connection now. Your text stays here."
        blankDisables
        onDraft={write}
        onKey={onKey}
        suggestions={chosen && { list: listId, active: `${listId}-${offered.indexOf(chosen)}` }}
        onSend={(text) => {
          if (chat.send(sessionId, text)) discard()
        }}
      />
      <p className="thread-hint">
        <span>Enter sends, Shift+Enter begins a new line, / brings canned replies.</span>
        <Button variant="quiet" icon={Zap} iconSize={16} size="sm" onClick={() => setEditing(true)}>
          Canned replies
        </Button>
      </p>
      <CannedDialog open={editing} onOpenChange={setEditing} />
    </div>
  )
}
