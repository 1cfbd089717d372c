import { z } from 'zod'
import { call } from '#contract/endpoint.ts'
import { type Page, pages } from '#features/content/pages/contract.ts'
import { browser } from '#web/api/browser.ts'
import { useRecordForm } from '#web/editing/record-form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/labeled.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { kindWords } from './page-words.ts'
import { type PageDraft, useRefreshPage } from './use-page-draft.ts'

const labels = { changeNote: 'What changed', effectiveAt: 'Effective from' }

/** The server validates. */
const schema = z.custom<Record<keyof typeof labels, string>>()

/** Lets the user enter a note about the change and when it takes effect. */
export function PublishPageDialog(props: DialogState & { page: Page; draft: PageDraft }) {
  const { page, draft, ...state } = props
  const { id, kind, coming } = page
  const isLegal = kind === 'legal'
  const refresh = useRefreshPage(id)
  const { form, field, messages, dialog } = useRecordForm({
    ...state,
    id: 'publish-page',
    labels,
    schema,
    valuesOf: () => ({
      changeNote: isLegal && !page.byPerson ? 'First version' : '',
      effectiveAt: '',
    }),
    save: ({ changeNote, effectiveAt: when }) =>
      call(browser, pages.publish, {
        id,
        revision: draft.revision(),
        changeNote,
        ...(when && { effectiveAt: new Date(when).toISOString() }),
      }),
    refresh,
    onSaved({ live, everywhere }) {
      const now = everywhere ? 'Published.' : 'Published. It can take 2 seconds to show up.'
      showSuccess(live ? now : 'Scheduled.')
    },
    failure: 'Failed to publish',
  })
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title={`Publish the ${kindWords[kind].noun}`}
      description={coming ? 'It replaces the scheduled version.' : undefined}
      submitLabel={form.watch('effectiveAt') ? 'Schedule' : 'Publish'}
    >
      {messages}
      <TextField
        required={isLegal}
        optional={!isLegal}
        hint={isLegal ? 'Visitors see it in the list of versions' : 'In the list of versions'}
        limit={300}
        {...field('changeNote')}
      />
      <TextField
        optional
        type="datetime-local"
        hint="In your time zone; now if empty"
        {...field('effectiveAt')}
      />
    </FormDialog>
  )
}
