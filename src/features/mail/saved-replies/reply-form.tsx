import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { trimmed } from '#contract/visible-text.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { ChangedByWhom } from '#web/editing/edit-conflict.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormFields } from '#web/ui/form-fields.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { type SavedReply, savedReplies } from './contract.ts'
import { useSavedReplies } from './use-saved-replies.ts'

const shortcutForm = /^[a-z0-9-]{1,40}$/

/** Normalizes a typed shortcut: `/Price List` becomes `price-list`. */
export const shortcutOf = (typed: string) =>
  typed.trim().toLowerCase().replace(/^\/+/, '').replace(/\s+/g, '-')

export type Editing = { reply: SavedReply | null; opener: HTMLElement | null }

export function ReplyForm(
  props: Editing & { onDirty: (dirty: boolean) => void; onDone: () => void },
) {
  const { reply, onDirty, onDone } = props
  const { refresh } = useSavedReplies()
  const id = useId()
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const [base, setBase] = useState(reply?.updatedAt)
  const [keys] = useState(submissionKeys)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isDirty = shortcut !== (reply?.shortcut ?? '') || text !== (reply?.text ?? '')
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const saving = useMutation({
    mutationFn: () => {
      const values = { shortcut: shortcutOf(shortcut), text }
      return reply
        ? call(browser, savedReplies.update, { id: reply.id, ...values }, { ifMatch: base })
        : call(browser, savedReplies.create, values, { idempotencyKey: keys.keyOf(values) })
    },
    onSuccess: async () => {
      await refresh()
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.current) return
      setBase((error.current as SavedReply).updatedAt)
      void refresh()
    },
  })
  const [problems, setProblems] = useState<{ shortcut?: string; text?: string }>({})
  const refused = saving.error instanceof ApiError ? saving.error : undefined
  const theirs = refused?.current as SavedReply | undefined
  const isTaken = refused?.code === 'conflict' && !theirs
  const shown = {
    shortcut: problems.shortcut ?? (isTaken ? refused.sentence : refused?.fields?.shortcut),
    text: problems.text ?? refused?.fields?.text,
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = {
      ...(!shortcutForm.test(shortcutOf(shortcut)) && {
        shortcut: 'Use 1 to 40 letters, digits and hyphens',
      }),
      ...(!trimmed(text) && { text: 'Text is required' }),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) return saving.mutate()
    const name = wrong.shortcut ? 'shortcut' : 'text'
    document.getElementById(`${id}-${name}`)?.focus()
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit} onKeyDown={submitByKeys}>
      <FormFields busy={saving.isPending}>
        {theirs && (
          <FormMessage tone="note">
            <p className="font-semibold">
              <ChangedByWhom by={refused?.changedBy} noun="reply" />
            </p>
            <p>Nothing is saved yet. Saving again replaces their version:</p>
            <p dir="auto" className="mt-2 whitespace-pre-line">
              /{theirs.shortcut}: {theirs.text}
            </p>
          </FormMessage>
        )}
        {saving.isError && !theirs && !shown.shortcut && !shown.text && (
          <FormMessage>{reasonOf(saving.error, 'Failed to save the reply')}</FormMessage>
        )}
        <TextField
          ref={first}
          id={`${id}-shortcut`}
          label="Shortcut"
          required
          value={shortcut}
          limit={41}
          autoComplete="off"
          spellCheck={false}
          error={shown.shortcut}
          hint="Typed after a slash: /hello"
          onChange={(event) => {
            setProblems({})
            if (saving.isError) saving.reset()
            setShortcut(event.currentTarget.value)
          }}
        />
        <TextAreaField
          id={`${id}-text`}
          label="Text"
          required
          rows={7}
          limit={5000}
          value={text}
          error={shown.text}
          hint="{name}, {company}, {number}, {hours}, {me} and {link} are filled in."
          onChange={(event) => {
            setProblems({})
            setText(event.currentTarget.value)
          }}
        />
      </FormFields>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <SaveButton type="submit" variant="primary" busy={saving.isPending}>
          {reply ? 'Save' : 'Create Reply'}
        </SaveButton>
      </div>
    </form>
  )
}
