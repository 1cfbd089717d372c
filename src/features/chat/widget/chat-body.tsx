import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Firm } from '#contract/settings/shown-site.ts'
import type { VisitorDetails } from '#features/leads/visitor-details.ts'
import { useFirm } from '#web/firm.ts'
import { tabStorage } from '#web/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import type { VisitorChat, VisitorState } from '../client/visitor-chat.ts'
import { Composer } from '../thread/composer.tsx'
import { ConversationLog } from '../thread/conversation-log.tsx'
import type { Message } from '../thread/message.ts'
import { transcriptOf } from '../thread/transcript.ts'
import { IntroForm } from './intro-form.tsx'
import { LeaveMessage, replyDueWords } from './leave-message.tsx'
import { AbsentBanner, isClosed, WaitingBanner } from './waiting-banner.tsx'

const draftKey = 'chat-draft'

const soon =
  'Live chat will be available soon! Our team will respond within minutes during business hours.'
const leaveMessage = (firm: Firm) =>
  `Leave a message and we reply by email by ${replyDueWords(firm)}.`

type ChatBodyProps = {
  chat: VisitorChat
  state: VisitorState
  conversation: readonly Message[]
  /** Whether an agent is connected; undefined while unknown. */
  available: boolean | undefined
  fromHeader: boolean
  /** The conversation started on this page, so the visitor expects to type. */
  begunHere: boolean
  leaving: boolean
  onLeaving: (leaving: boolean) => void
  onStart: (details: VisitorDetails) => void
  onDownload: () => void
}

export function ChatBody(props: ChatBodyProps) {
  const { state, conversation, leaving, onLeaving } = props
  const firm = useFirm()
  if (leaving) {
    const transcript = transcriptOf(conversation, ({ senderType, senderName }) =>
      senderType === 'visitor' ? 'Visitor' : senderName || firm.name,
    )
    return (
      <div className="chat-body">
        <LeaveMessage transcript={transcript} onBack={() => onLeaving(false)} />
      </div>
    )
  }
  // While a resumed conversation is loading, the intro form is skipped.
  const asked = state.phase === 'joining' && props.begunHere
  if (state.phase === 'intro' || asked) return <Intro {...props} />
  return <Talk {...props} />
}

function Intro({ state, available, fromHeader, onLeaving, onStart }: ChatBodyProps) {
  const firm = useFirm()
  const closed = isClosed(firm.hours, available, new Date())
  return (
    <div className="chat-body">
      {available === false && (fromHeader || closed) && !state.isFull && (
        <AbsentBanner
          text={fromHeader ? soon : `We are closed now. ${leaveMessage(firm)}`}
          onLeaveMessage={closed ? () => onLeaving(true) : undefined}
        />
      )}
      {state.isFull && (
        <AbsentBanner
          text={`The chat is busy right now. ${leaveMessage(firm)}`}
          onLeaveMessage={() => onLeaving(true)}
        />
      )}
      {state.refusal && (
        <div className="chat-form">
          <FormMessage>{state.refusal}</FormMessage>
        </div>
      )}
      <IntroForm busy={state.phase === 'joining'} onStart={onStart} />
    </div>
  )
}

function Talk(props: ChatBodyProps) {
  const { chat, state, conversation, available, begunHere, onLeaving, onDownload } = props
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(() => tabStorage.read(draftKey) ?? '')
  // ISO 8601 time of the local clock, which may differ from the server's.
  const [since] = useState(() => new Date().toISOString())
  const ended = state.phase === 'ended'
  const name = state.agent?.name ?? ''
  const firm = useFirm()

  useEffect(() => {
    tabStorage.write(draftKey, (!ended && draft) || null)
  }, [draft, ended])

  // The submitted form is gone, so the input gets the focus. On touch devices this would open the
  // keyboard unasked.
  useEffect(() => {
    if (!begunHere || matchMedia('(pointer: coarse)').matches) return
    if (document.activeElement === document.body) input.current?.focus()
  }, [begunHere])

  return (
    <>
      {state.phase === 'waiting' && (
        <WaitingBanner since={since} available={available} onLeaveMessage={() => onLeaving(true)} />
      )}
      <ConversationLog
        key={state.sessionId}
        side="visitor"
        label={name ? `Conversation with ${name}` : 'Conversation'}
        messages={conversation}
        loading={state.isCatchingUp || state.phase === 'joining'}
        nameOf={(message) =>
          message.senderType === 'visitor' ? 'You' : message.senderName || name || firm.name
        }
        typing={state.agentTypes ? `${name || 'An agent'} is typing` : undefined}
        onRetry={(key) => chat.retry(key)}
      />
      {ended ? (
        <Ended onDownload={onDownload} onAgain={() => chat.startAnew()} />
      ) : (
        <Composer
          input={input}
          draft={draft}
          disabled={state.connection !== 'connected' || state.phase === 'joining'}
          reason="You can write again once the connection is back."
          onDraft={(next) => {
            setDraft(next)
            if (next) chat.type()
          }}
          onSend={(text) => {
            if (chat.send(text)) setDraft('')
          }}
        />
      )}
    </>
  )
}

function Ended({ onDownload, onAgain }: { onDownload: () => void; onAgain: () => void }) {
  const retryButton = useRef<HTMLButtonElement>(null)

  // The focused field is gone once the chat has ended.
  useEffect(() => {
    if (document.activeElement === document.body && retryButton.current?.checkVisibility()) {
      retryButton.current.focus()
    }
  }, [])

  return (
    <div className="chat-over">
      <p>This chat session has ended.</p>
      <div className="chat-actions">
        <Button icon={Download} onClick={onDownload}>
          Download Transcript
        </Button>
        <Button ref={retryButton} variant="primary" onClick={onAgain}>
          Start New Chat
        </Button>
      </div>
    </div>
  )
}
