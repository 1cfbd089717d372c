import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { track } from '#web/analytics/track.ts'
import { useFirm } from '#web/firm.ts'
import { browserStorage } from '#web/storage.ts'
import { saveText } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast-store.ts'
import type { Message } from '../thread/message.ts'
import { transcriptOf } from '../thread/transcript.ts'
import { useStableValue } from '../thread/use-timers.ts'
import { ChatBody } from './chat-body.tsx'
import { ChatHead } from './chat-head.tsx'
import { chatOpening, storedOpen, storeOpen, useChatOpening } from './use-chat-opening.ts'
import { headOf, useAvailability } from './use-panel-status.ts'
import './panel.css'
import { useBackCloses, useOnPageChange } from '#web/ui/back-closes.ts'
import { useModalWhenNarrow } from './use-modal-when-narrow.ts'
import { useUnread } from './use-unread.ts'
import { useVisitorChat } from './use-visitor-chat.ts'

const soundKey = 'chat-sound'

/** The chat in a panel over the page. Minimizing keeps everything; the X ends the session. */
export function ChatPanel() {
  const { open, count, fromHeader } = useChatOpening()
  const { chat, state, conversation, begin, begunHere } = useVisitorChat(open)
  const panel = useRef<HTMLDivElement>(null)
  const [sound, setSound] = useState(() => browserStorage.read(soundKey) === 'on')
  const [leaving, setLeaving] = useState(false)
  const [wasAsked] = useState(() => storedOpen() === 'asked')
  // Until the conversation is resumed, the panel shows the form.
  const isContinued = wasAsked && state.phase !== 'intro'
  const unanswered = state.phase !== 'active' && state.phase !== 'ended'
  const availability = useAvailability(state.isAgentThere, open && unanswered)
  const firm = useFirm()
  const head = headOf(firm, state, availability)
  const announced = useStableValue(head.status, 1000)
  const modal = useModalWhenNarrow(panel, open)
  useUnread(state, open, sound)
  useBackCloses(modal, minimize)
  useOnPageChange(() => modal && minimize())

  useEffect(() => {
    storeOpen(open ? 'open' : null)
  }, [open])

  // Focus moves only on request, not when a panel is restored after a reload.
  useEffect(() => {
    if (open && (count > 0 || isContinued)) takeFocus(panel.current)
  }, [open, count, isContinued])

  const returning = useRef(false)
  useEffect(() => {
    if (open || !returning.current) return
    returning.current = false
    document.getElementById('chat-bubble')?.focus()
  }, [open])

  function minimize() {
    returning.current = true
    chatOpening.hide()
  }

  function download(messages: readonly Message[]) {
    const text = transcriptOf(messages, (message) =>
      message.senderType === 'visitor' ? 'You' : message.senderName || firm.name,
    )
    saveText(`chat-${new Date().toISOString().slice(0, 10)}.txt`, text)
    track({ event: 'file_download', kind: 'chat_transcript', extension: 'txt' })
  }

  /** Ends at once, without confirmation; a toast still offers the transcript. */
  function end() {
    const messages = conversation
    chat.leave()
    setLeaving(false)
    minimize()
    if (messages.length === 0) return
    toast({
      title: 'Chat ended',
      action: { label: 'Download Transcript', onSelect: () => download(messages) },
    })
  }

  // An unrequested form is not rendered, not even hidden.
  if (!open && state.phase === 'intro' && !leaving) return null

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    minimize()
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-modal={modal || undefined}
      aria-labelledby="chat-title"
      className="chat-panel fades"
      hidden={!open}
      onKeyDown={onKeyDown}
    >
      <ChatHead
        title={head.title}
        line={head.line}
        portrait={state.agent?.portrait}
        sound={sound}
        onSound={(on) => {
          setSound(on)
          browserStorage.write(soundKey, on ? 'on' : null)
        }}
        onDownload={conversation.length > 0 ? () => download(conversation) : undefined}
        onMinimize={minimize}
        onEnd={end}
      />
      <p role="status" className="sr-only">
        {open && announced}
      </p>
      <ChatBody
        chat={chat}
        state={state}
        conversation={conversation}
        available={availability?.available}
        fromHeader={fromHeader === true}
        begunHere={begunHere}
        leaving={leaving}
        onLeaving={setLeaving}
        onStart={begin}
        onDownload={() => download(conversation)}
      />
    </div>
  )
}

/** Focuses the first field, or on touch devices the title, so that no keyboard opens. */
function takeFocus(panel: HTMLElement | null): void {
  const title = panel?.querySelector<HTMLElement>('#chat-title')
  const fields = [...(panel?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])]
  const first = fields.find((field) => field.value === '' && !field.disabled)
  const target = first ?? panel?.querySelector<HTMLElement>('.composer-input:enabled') ?? title
  const onTouch = matchMedia('(pointer: coarse)').matches
  ;(onTouch ? title : target)?.focus()
}
