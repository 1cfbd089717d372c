import { useEffect } from 'react'
import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { textsOf, useRecordForm } from '#web/editing/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormFields } from '#web/ui/form-fields.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { type SavedReply, savedReplies } from './contract.ts'
import { NewReply } from './schemas.ts'
import { useSavedReplies } from './use-saved-replies.ts'

/** Normalizes a typed shortcut: `/Price List` becomes `price-list`. */
export const shortcutOf = (typed: string) =>
  typed.trim().toLowerCase().replace(/^\/+/, '').replace(/\s+/g, '-')

const schema = NewReply.extend({
  shortcut: z.string().transform(shortcutOf).pipe(NewReply.shape.shortcut),
})

export type Editing = { reply: SavedReply | null }

export function ReplyForm(
  props: Editing & { onDirty: (dirty: boolean) => void; onDone: () => void },
) {
  const { reply, onDirty, onDone } = props
  const { refresh } = useSavedReplies()
  const { id, form, isDirty, busy, submit, messages, field } = useRecordForm({
    id: 'saved-reply',
    noun: 'reply',
    labels: { shortcut: 'Shortcut', text: 'Text' },
    schema,
    record: reply,
    valuesOf: (record) => textsOf(record, ['shortcut', 'text']),
    save: (values, options) =>
      reply
        ? call(browser, savedReplies.update, { id: reply.id, ...values }, options)
        : call(browser, savedReplies.create, values, options),
    refresh,
    onClose: onDone,
  })
  const { setFocus } = form
  useEffect(() => setFocus('shortcut'), [setFocus])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={submit} onKeyDown={submitByKeys}>
      <FormFields busy={busy}>
        {messages}
        <TextField
          required
          limit={41}
          autoComplete="off"
          spellCheck={false}
          hint="Typed after a slash: /hello"
          {...field('shortcut')}
        />
        <TextAreaField
          required
          rows={7}
          limit={5000}
          hint="{name}, {company}, {number}, {hours}, {me} and {link} are filled in."
          {...field('text')}
        />
      </FormFields>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <SaveButton type="submit" variant="primary" busy={busy}>
          {reply ? 'Save' : 'Create Reply'}
        </SaveButton>
      </div>
    </form>
  )
}
