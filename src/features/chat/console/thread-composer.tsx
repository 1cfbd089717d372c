import { Zap } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { fillInAll } from '#features/mail/saved-replies/reply-texts.ts'
import { useSlashMenu } from '#features/mail/saved-replies/slash-menu.tsx'
import { useSavedReplies } from '#features/mail/saved-replies/use-saved-replies.ts'
import { useDraft } from '#web/editing/use-draft.ts'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { tooLong } from '#web/ui/refused-input.ts'
import { isTyping } from '#web/ui/shortcuts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useAgentConsole, useChats } from '../alerts/agent-console.tsx'
import { limits } from '../protocol/constants.ts'
import { Composer } from '../thread/composer.tsx'
import { ChatSlotsContext } from '../thread/slots.ts'

const SavedRepliesDialog = lazyComponent(async () => {
  const code = await import('#features/mail/saved-replies/saved-replies-dialog.tsx')
  return code.SavedRepliesDialog
})

type ThreadComposerProps = { sessionId: string; visitor: string; connected: boolean }

export function ThreadComposer({ sessionId, visitor, connected }: ThreadComposerProps) {
  const { chat } = useAgentConsole()
  const { Offer } = use(ChatSlotsContext)
  const { hours } = useFirm()
  const { value: draft, set: setDraft, discard } = useDraft(`chat ${sessionId}`, '')
  const managing = useDialog<true>()
  const input = useRef<HTMLTextAreaElement>(null)
  const { offered } = useSavedReplies()
  const fill = (text: string) =>
    fillInAll(text, { name: visitor, hours: formatWeek(hours, 'chat') })
  const slash = useSlashMenu({
    input,
    draft,
    fill,
    write,
    replies: connected ? offered.filter(({ text }) => !tooLong(fill(text), limits.content)) : [],
  })

  // An agent who opens a chat or undoes its end is about to write, so the composer gets the focus
  // unless they are typing elsewhere.
  const ending = useChats((state) => state.ending.includes(sessionId))
  const isOpening = useRef(true)
  useEffect(() => {
    if (ending) isOpening.current = true
    if (ending || !connected || !isOpening.current) return
    isOpening.current = false
    if (!isTyping(document.activeElement)) input.current?.focus()
  }, [connected, ending])

  function write(text: string) {
    setDraft(text)
    slash.typed(text)
    if (text && !text.startsWith('/')) chat.type(sessionId)
  }

  return (
    <div className="relative">
      {slash.menu}
      <Composer
        input={input}
        draft={draft}
        disabled={!connected}
        reason="No connection. Your text stays here."
        blankDisables
        onDraft={write}
        onKey={slash.onKey}
        suggestions={slash.suggestions}
        onSend={(text) => {
          if (chat.send(sessionId, text)) discard()
        }}
      />
      <p className="thread-hint">
        <span>Enter sends, Shift+Enter starts a new line, / opens saved replies.</span>
        {Offer && (
          <Offer sessionId={sessionId} disabled={!connected} draft={draft} onDraft={write} />
        )}
        <Button
          variant="quiet"
          icon={Zap}
          iconSize={16}
          size="sm"
          onClick={({ currentTarget }) => managing.show(true, currentTarget)}
        >
          Saved Replies
        </Button>
      </p>
      <SavedRepliesDialog key={managing.opening} {...managing.state} />
    </div>
  )
}
