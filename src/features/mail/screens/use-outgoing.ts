import { useEffect, useRef } from 'react'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { readDraft, writeDraft } from '#web/editing/drafts.ts'
import { useDraftKey } from '#web/editing/use-draft.ts'
import { createStore } from '#web/store.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'
import { outgoingMail } from '../outgoing/contract.ts'
import type { MailMessage } from '../threads/contract.ts'
import { useRefreshMail } from './use-thread.ts'

type Attached = { id: string; name: string; size: number }

export type MailDraft = {
  text: string
  /** The subject of a new thread. */
  subject: string | null
  files: Attached[]
  documents: Attached[]
}

export const noDraft: MailDraft = { text: '', subject: null, files: [], documents: [] }

/** The key of the draft into which a text was just put back. */
const takenBack = createStore<{ key: string } | null>(null)

/** Calls `onDraft` when a text was put back into the draft with that key. */
export function useTakenBack(key: string, onDraft: (draft: MailDraft) => void): void {
  const latest = useRef(onDraft)
  latest.current = onDraft
  useEffect(
    () =>
      takenBack.subscribe(() => {
        const draft = takenBack.get()?.key === key && readDraft<MailDraft>(key)
        if (draft) latest.current(draft)
      }),
    [key],
  )
}

/** Puts the text of an unsent mail before what has been written since. */
function withText(now: MailDraft, { text, subject, files }: MailMessage): MailDraft {
  return {
    ...now,
    text: [text, now.text].filter((part) => part.trim()).join('\n\n'),
    subject: now.subject ?? subject,
    files: [...now.files, ...files.map(({ id, name, size }) => ({ id, name, size }))],
  }
}

/** @param draftName the subject's draft, which receives the text of a canceled mail. */
export function useOutgoing(draftName: string) {
  const key = useDraftKey(draftName)
  const refresh = useRefreshMail()
  const cancelling = useMutation({
    mutationFn: (id: string) => call(browser, outgoingMail.cancel, { id }),
    onSuccess(message) {
      writeDraft(key, withText(readDraft<MailDraft>(key) ?? noDraft, message))
      takenBack.set({ key })
      showSuccess('Not sent. Your text is where you wrote it')
    },
    onError: (error) => showFailure(error, 'Failed to take the email back'),
    onSettled: refresh,
  })
  const sending = useMutation({
    mutationFn: (id: string) => call(browser, outgoingMail.sendNow, { id }),
    onSuccess: () => showSuccess('The email is on its way'),
    onError: (error) => showFailure(error, 'Failed to send the email'),
    onSettled: refresh,
  })
  const retrying = useMutation({
    mutationFn: (id: string) => call(browser, outgoingMail.retry, { id }),
    onSuccess: () => showSuccess('Email sent again'),
    onError: (error) => showFailure(error, 'Failed to resend the email'),
    onSettled: refresh,
  })
  return { cancelling, sending, retrying }
}

const undoMs = 10_000

/** Shows a toast for a queued mail, with Undo. */
export function showSent(title: string, to: string, undo: () => void): void {
  toast({
    title,
    description: to,
    durationMs: undoMs,
    action: {
      label: 'Undo',
      altText: 'Undo sending, also next to the email in the conversation',
      onSelect: undo,
    },
  })
}
