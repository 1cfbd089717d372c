import { use, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { saveText } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useAgentConsole, useChats } from '../alerts/agent-console.tsx'
import type { ChatSession } from '../protocol/protocol.ts'
import { Composer } from '../thread/composer.tsx'
import { ConversationLog } from '../thread/conversation-log.tsx'
import { conversationOf, type Message } from '../thread/message.ts'
import { ChatSlotsContext } from '../thread/slots.ts'
import { transcriptOf } from '../thread/transcript.ts'
import { EndNoteDialog } from './end-note-dialog.tsx'
import { visitorName } from './session-words.ts'
import { ThreadHead } from './thread-head.tsx'

const nothing: readonly never[] = []

/** Shown until the composer's code has loaded. */
function WaitingComposer() {
  const input = useRef<HTMLTextAreaElement>(null)
  const ignore = () => {}
  return <Composer input={input} draft="" disabled reason="" onDraft={ignore} onSend={ignore} />
}

const ThreadComposer = lazyComponent(
  async () => (await import('./thread-composer.tsx')).ThreadComposer,
  WaitingComposer,
)
const VisitorDetails = lazyComponent(
  async () => (await import('./visitor-details.tsx')).VisitorDetails,
  () => <div className="thread-details" />,
)
const ClosedActs = lazyComponent(async () => (await import('./closed-acts.tsx')).ClosedActs)

type ThreadProps = { session: ChatSession; onBack: () => void; onEnded: () => void }

export function Thread({ session, onBack, onEnded }: ThreadProps) {
  const { chat, ownId } = useAgentConsole()
  const navigate = useNavigate()
  const thread = useChats(({ threads }) => threads[session.id])
  const connected = useChats(({ isJoined }) => isJoined)
  const [details, setDetails] = useState(false)
  const note = useDialog<true>()
  const booking = useDialog<true>()
  const { CallDialog } = use(ChatSlotsContext)
  const box = useRef<HTMLElement>(null)
  const visitor = visitorName(session)
  const [loading, setLoading] = useState(false)
  const messages = thread?.messages ?? nothing
  const outbox = thread?.outbox ?? nothing
  const conversation = conversationOf(messages, outbox, 'admin')

  const ending = useChats((state) => state.ending.includes(session.id))

  function endWithNote(notes: string): boolean {
    const sent = chat.end(session.id, notes)
    if (sent) onEnded()
    return sent
  }

  function endSoon() {
    chat.endSoon(session.id)
    onEnded()
    toast({
      title: 'Ending…',
      description: `The chat with ${visitor} ends in 5 seconds.`,
      durationMs: 5000,
      action: {
        label: 'Undo',
        altText: `Open the chat with ${visitor} to keep it`,
        onSelect() {
          if (chat.keep(session.id)) navigate(`/admin/chat?session=${session.id}`)
          else toast({ title: 'The chat has ended' })
        },
      },
    })
  }

  // The focused element may have disappeared when the session ended.
  useEffect(() => {
    if (session.status === 'active' || document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [session.status])

  const nameOf = (message: Message) => {
    if (message.senderType === 'visitor') return visitor
    const own = message.senderId === ownId || message.senderId === null
    return own ? 'You' : message.senderName || 'Colleague'
  }

  async function load(work: () => Promise<void>) {
    if (loading) return
    setLoading(true)
    try {
      await work()
    } catch {
      toast({ title: 'Earlier messages couldn’t be loaded', variant: 'destructive' })
    } finally {
      setLoading(false)
    }
  }

  const download = () =>
    load(async () => {
      const whole = conversationOf(await chat.loadAll(session.id), outbox, 'admin')
      const day = session.startedAt.slice(0, 10)
      saveText(`chat-${day}-${session.id.slice(-8)}.txt`, transcriptOf(whole, nameOf))
    })

  return (
    <section ref={box} className="thread" aria-label={`Chat with ${visitor}`}>
      <ThreadHead
        session={session}
        ownId={ownId}
        connected={connected}
        detailsOpen={details}
        onDetails={() => setDetails(!details)}
        onBack={onBack}
        ending={ending}
        onEnd={endSoon}
        onKeep={() => chat.keep(session.id)}
        onEndWithNote={() => note.show(true)}
        onBookCall={CallDialog && (() => booking.show(true))}
        onDownload={download}
      />
      <div className="thread-middle">
        <div className="thread-talk">
          <ConversationLog
            side="admin"
            label={`Conversation with ${visitor}`}
            messages={conversation}
            loading={loading || (connected && !thread?.isReady)}
            nameOf={nameOf}
            onEarlier={
              thread?.hasEarlier ? () => load(() => chat.loadEarlier(session.id)) : undefined
            }
            empty="No messages yet. Start the conversation!"
            typing={thread?.visitorTypes ? `${visitor} is typing` : undefined}
            onRetry={(key) => chat.retry(session.id, key)}
          />
          <Foot session={session} visitor={visitor} connected={connected} />
        </div>
        {details && <VisitorDetails session={session} />}
      </div>
      <EndNoteDialog key={note.opening} {...note.state} visitor={visitor} onEnd={endWithNote} />
      {CallDialog && booking.subject && (
        <CallDialog key={booking.opening} {...booking.state} session={session} />
      )}
    </section>
  )
}

function Foot(props: { session: ChatSession; visitor: string; connected: boolean }) {
  const { session, visitor, connected } = props
  const { chat } = useAgentConsole()
  switch (session.status) {
    case 'active':
      return <ThreadComposer sessionId={session.id} visitor={visitor} connected={connected} />
    case 'waiting':
      return (
        <div className="thread-foot">
          <p>Session is waiting for your response...</p>
          <Button variant="primary" disabled={!connected} onClick={() => chat.select(session.id)}>
            Join Chat
          </Button>
        </div>
      )
    case 'ended':
    case 'abandoned':
      return (
        <div className="thread-foot">
          <p>{`This chat session has ${session.status === 'ended' ? 'ended' : 'been abandoned'}.`}</p>
          <ClosedActs session={session} />
        </div>
      )
  }
}
