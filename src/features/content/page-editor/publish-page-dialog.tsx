import { useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { type Page, pages } from '#features/content/pages/contract.ts'
import { ApiError, reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { kindWords } from './page-words.ts'
import { type PageDraft, useRefreshPage } from './use-page-draft.ts'

/** Lets the user enter a note about the change and when it takes effect. */
export function PublishPageDialog(props: DialogState & { page: Page; draft: PageDraft }) {
  const { open, onClose, opener, page, draft } = props
  const { id, kind, coming } = page
  const isLegal = kind === 'legal'
  const [changeNote, setChangeNote] = useState(isLegal && !page.byPerson ? 'First version' : '')
  const [when, setWhen] = useState('')
  const refresh = useRefreshPage(id)
  const publishing = useMutation({
    mutationFn: () =>
      call(browser, pages.publish, {
        id,
        revision: draft.revision(),
        changeNote,
        ...(when && { effectiveAt: new Date(when).toISOString() }),
      }),
    async onSuccess({ live, everywhere }) {
      await refresh()
      onClose()
      const now = everywhere ? 'Published.' : 'Published. It can take 2 seconds to show up.'
      showSuccess(live ? now : 'Scheduled.')
    },
    onError: () => refresh(),
  })
  const { error } = publishing
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  const isAtField = Boolean(fields.changeNote ?? fields.effectiveAt)
  return (
    <FormDialog
      open={open}
      onOpenChange={onClose}
      returnFocusTo={() => opener}
      size="sm"
      title={`Publish the ${kindWords[kind].noun}`}
      description={coming ? 'It replaces the scheduled version.' : undefined}
      id="publish-page"
      submitLabel={when ? 'Schedule' : 'Publish'}
      busy={publishing.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        publishing.mutate()
      }}
    >
      {error && !isAtField && <FormMessage>{reasonOf(error, 'Failed to publish')}</FormMessage>}
      <TextField
        required={isLegal}
        optional={!isLegal}
        label="What changed"
        hint={isLegal ? 'Visitors see it in the list of versions' : 'In the list of versions'}
        limit={300}
        error={fields.changeNote}
        value={changeNote}
        onChange={({ currentTarget }) => setChangeNote(currentTarget.value)}
      />
      <TextField
        optional
        type="datetime-local"
        label="Effective from"
        hint="In your time zone; now if empty"
        error={fields.effectiveAt}
        value={when}
        onChange={({ currentTarget }) => setWhen(currentTarget.value)}
      />
    </FormDialog>
  )
}
