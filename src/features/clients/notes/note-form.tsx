import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { TextAreaField } from '#web/ui/labeled.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { submitByKeys } from '#web/ui/submit-by-keys.ts'
import { useRefresh } from '../use-refresh.ts'
import { notes } from './contract.ts'
import { NoteContent } from './schemas.ts'

const schema = z.object({ content: NoteContent })

export function NoteForm({ clientId, projectId }: { clientId: string; projectId: string }) {
  const refresh = useRefresh()
  const { form, field, messages, busy, submit } = useRecordForm({
    id: 'note',
    noun: 'note',
    success: 'Note added successfully',
    failure: 'Failed to add note',
    labels: { content: 'Add a note' },
    schema,
    valuesOf: () => ({ content: '' }),
    draft: `new note ${projectId}`,
    save: ({ content }, options) =>
      call(browser, notes.create, { clientId, projectId, content }, options),
    recordOf: () => null,
    refresh: () => void refresh.project(),
    onSaved: (): void => form.setFocus('content'),
  })
  return (
    <form noValidate className="note-form" onSubmit={submit}>
      <TextAreaField
        required
        rows={2}
        limit={5000}
        onKeyDown={submitByKeys}
        {...field('content')}
      />
      {messages}
      <SaveButton type="submit" variant="primary" busy={busy}>
        Add Note
      </SaveButton>
    </form>
  )
}
