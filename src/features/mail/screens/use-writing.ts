import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, type Input } from '#contract/endpoint.ts'
import { formatWeek } from '#features/content/business-hours/format-week.ts'
import { momentWords } from '#features/inbox/screens/due-words.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { typedSince } from '#web/editing/since-sent.ts'
import { useDraft, useDraftKey } from '#web/editing/use-draft.ts'
import { useFirm } from '#web/firm.ts'
import { outgoingMail } from '../outgoing/contract.ts'
import { fillIn, unresolvedIn, type Values } from '../saved-replies/reply-texts.ts'
import { type MailMessage, mailThreads } from '../threads/contract.ts'
import { type MailDraft, noDraft, showSent, useOutgoing, useTakenBack } from './use-outgoing.ts'
import { type About, nameOfAbout, type ThreadState, useRefreshMail } from './use-thread.ts'

/** The recipient of a mail as far as the page knows; a thread has its own recipient. */
export type Recipient = {
  email: string | null
  name: string | null
  company: string | null
  number: string | null
  clientId: string | null
}

type How = { force?: boolean; sendAt?: Date }
type Sending = How & { sent: MailDraft }
type Writing = Omit<Input<typeof mailThreads.write>, 'id'>

/** What remains of the draft after a mail was sent. */
function withoutSent({ text, files, documents }: MailDraft, sent: MailDraft): MailDraft {
  return {
    ...noDraft,
    text: typedSince(text, sent.text),
    files: files.filter((file) => !sent.files.includes(file)),
    documents: documents.filter((document) => !sent.documents.includes(document)),
  }
}

/** The state of a mail being written: its draft, the values of its variables, and its sending. */
export function useWriting(props: {
  about: About
  recipient: Recipient
  state: ThreadState
  /** The subject if the mail starts a new thread. */
  defaultSubject: string
  onSent?: (message: MailMessage) => void
  isDraftRestored?: boolean
}) {
  const { about, recipient, state, defaultSubject, onSent } = props
  const firm = useFirm()
  const name = nameOfAbout(about)
  const key = useDraftKey(name)
  const { value: draft, set } = useDraft<MailDraft>(name, noDraft)
  const latest = useRef(draft)
  latest.current = draft
  const [keys] = useState(submissionKeys)
  const first = useRef<{ key: string; threadId: string | undefined }>(undefined)
  const refresh = useRefreshMail()
  const { cancelling } = useOutgoing(name)
  const { data: sender } = useQuery({ ...query(outgoingMail.sender), ...refetchAlways })
  const [restored, setRestored] = useState(props.isDraftRestored ? 1 : 0)
  const [sentId, setSentId] = useState<string>()
  useShowSent(state, sentId)
  useTakenBack(key, (back) => {
    set(back)
    setRestored((times) => times + 1)
  })

  const { thread } = state
  const to = thread ? thread.to : recipient.email
  const values: Values = {
    name: thread?.name ?? recipient.name,
    company: thread?.company ?? recipient.company,
    number: thread?.number ?? recipient.number,
    hours: formatWeek(firm.hours, 'office'),
    me: sender?.name || firm.name,
  }
  const hasLink = Boolean(values.number ?? thread?.chatSessionId) || 'chatSessionId' in about
  const isNew = state.id === undefined
  const subject = draft.subject ?? defaultSubject

  const sending = useMutation({
    mutationFn: ({ force, sendAt, sent }: Sending) => {
      const content = {
        text: sent.text,
        ...(sendAt && { sendAt: sendAt.toISOString() }),
        fileIds: sent.files.map(({ id }) => id),
        documentIds: sent.documents.map(({ id }) => id),
      }
      const writing: Writing = { ...content, seenId: state.seenId, ...(force && { force }) }
      // A retry after a lost response must be the same mail, even if more has been read since.
      const idempotencyKey = keys.keyOf({ about, subject, ...content })
      if (first.current?.key !== idempotencyKey) {
        first.current = { key: idempotencyKey, threadId: state.id }
      }
      const { threadId: id } = first.current
      return id === undefined
        ? call(browser, mailThreads.create, { ...about, subject, ...writing }, { idempotencyKey })
        : call(browser, mailThreads.write, { id, ...writing }, { idempotencyKey })
    },
    onSuccess(message, { sendAt, sent }) {
      keys.forget()
      set(withoutSent(latest.current, sent))
      setSentId(message.id)
      const title = sendAt
        ? `Scheduled for ${momentWords(sendAt, Date.now())}`
        : 'Sends in 10 seconds'
      showSent(title, `To ${message.to}`, () => cancelling.mutate(message.id))
      onSent?.(message)
    },
    onSettled: refresh,
  })
  const { error } = sending
  const refused = error instanceof ApiError ? error : undefined
  const isConflict = refused?.code === 'conflict'
  const change = (part: Partial<MailDraft>) => {
    if (error) sending.reset()
    // Several files may be stored before the next render.
    latest.current = { ...latest.current, ...part }
    set(latest.current)
  }
  return {
    draft,
    change,
    to,
    thread,
    values,
    sender,
    isNew,
    subject,
    restored,
    draftKey: key,
    attach: (file: MailDraft['files'][number]) =>
      change({ files: [...latest.current.files, file] }),
    name: values.name,
    clientId: thread?.clientId ?? recipient.clientId,
    inquiryId: 'inquiryId' in about ? about.inquiryId : (thread?.inquiryId ?? undefined),
    fill: (text: string) => fillIn(text, values),
    unresolved: unresolvedIn(draft.text, values, hasLink),
    isEmpty: !draft.text.trim(),
    isSending: sending.isPending,
    send: (how: How = {}) => sending.mutate({ ...how, sent: draft }),
    isNotSetUp: sender?.isSetUp === false || refused?.code === 'mail_not_configured',
    /** Why the mail was not sent: somebody else answered first. */
    conflict: isConflict ? (refused.sentence ?? 'Someone has already replied.') : undefined,
    problem:
      error && !isConflict
        ? (Object.values(refused?.fields ?? {})[0] ?? reasonOf(error, 'The email couldn’t be sent'))
        : undefined,
  }
}

export type WritingState = ReturnType<typeof useWriting>

/** Scrolls to a mail that was just written, once the conversation contains it. */
function useShowSent({ messages = [] }: ThreadState, sentId: string | undefined): void {
  const isThere = messages.some(({ id }) => id === sentId)
  useEffect(() => {
    if (!isThere) return
    const frame = requestAnimationFrame(() => {
      const mail = document.getElementById(`mail-${sentId}`)
      mail?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  }, [isThere, sentId])
}

/** Moves the focus to the end of the text when the text was put back. */
export function useFocusAfter(times: number, input: { current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    const field = input.current
    if (times === 0 || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [times, input])
}
