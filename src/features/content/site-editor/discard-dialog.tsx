import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import type { SettingsSection } from '#contract/settings/document.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { sectionNames } from './section-words.ts'
import type { Drafts } from './use-site-draft.ts'

/**
 * Sends the revisions that the user has seen, so that a later change by somebody else is not
 * discarded.
 */
export function DiscardDialog(
  props: DialogState & { sections: SettingsSection[]; drafts: Drafts },
) {
  const { sections, drafts, ...state } = props
  const client = useQueryClient()
  const discarding = useMutation({
    async mutationFn() {
      for (const section of sections) {
        const draft = drafts[section]
        draft.stop()
        const revision = draft.revision()
        draft.adopt(await call(browser, siteSettings.discardDraft, { section, revision }))
      }
    },
    onSuccess() {
      state.onClose()
      showSuccess('Changes discarded')
    },
    onError: (error) => showFailure(error, 'Failed to discard the changes'),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(siteSettings.show) }),
  })
  return (
    <AlertDialog
      {...state}
      title="Discard all changes?"
      description={`The drafts of ${counted(sections.length, 'section')} will be lost, whoever wrote them: ${sections.map((section) => sectionNames[section]).join(', ')}. The site stays as it is.`}
      confirmLabel="Discard Changes"
      busy={discarding.isPending}
      onConfirm={() => discarding.mutate()}
    />
  )
}
