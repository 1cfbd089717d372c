import { type SubmitEvent, useRef, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { trimmed } from '#contract/visible-text.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { typedSince } from '#web/editing/since-sent.ts'
import { useDraft, useUnsaved } from '#web/editing/use-draft.ts'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { SaveButton } from '#web/ui/save-button.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { useRefresh } from '../use-refresh.ts'
import { notes } from './contract.ts'
import './notes.css'

export function NoteForm({ clientId, projectId }: { clientId: string; projectId: string }) {
  const refresh = useRefresh()
  const [keys] = useState(submissionKeys)
  const draft = useDraft(`note ${projectId}`, '')
  useUnsaved(draft.dirty)
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(draft)
  latest.current = draft
  const adding = useMutation({
    mutationFn: ({ content }: { content: string; typed: string }) => {
      const note = { clientId, projectId, content }
      return call(browser, notes.create, note, { idempotencyKey: keys.keyOf(note) })
    },
    onSuccess: (_, { typed }) => {
      keys.forget()
      latest.current.set(typedSince(latest.current.value, typed))
      field.current?.focus()
      showSuccess('Note added successfully')
      void refresh.project()
    },
    onError: (error) => {
      setProblem(reasonOf(error, 'Failed to add note'))
      showFailure(error, 'Failed to add note')
    },
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (adding.isPending) return
    const content = trimmed(draft.value)
    setProblem(content ? undefined : 'Note content is required')
    if (content) adding.mutate({ content, typed: draft.value })
    else field.current?.focus()
  }

  return (
    <form noValidate className="note-form" onSubmit={submit}>
      <TextAreaField
        label="Add a note"
        error={problem}
        required
        ref={field}
        rows={2}
        limit={5000}
        value={draft.value}
        onChange={(event) => {
          draft.set(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={submitByKeys}
      />
      <SaveButton type="submit" variant="primary" busy={adding.isPending}>
        Add Note
      </SaveButton>
    </form>
  )
}
