import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { type Page, pages } from '#features/content/pages/contract.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { SectionState } from '../site-editor/use-section-draft.ts'
import { kindWords } from './page-words.ts'
import { type PageDraft, useRefreshPage } from './use-page-draft.ts'

const LazyPreview = lazyComponent(
  async () => (await import('../previews/preview-dialog.tsx')).PreviewDialog,
)
const LazyPublish = lazyComponent(
  async () => (await import('./publish-page-dialog.tsx')).PublishPageDialog,
)

const words: Record<SectionState['saving'], string> = {
  saved: 'All changes are saved',
  waiting: 'Not saved yet',
  saving: 'Saving…',
  retrying: 'Not saved. Retrying…',
  refused: 'Not saved: a field needs attention',
}

export function PageBar(props: { page: Page; draft: PageDraft; saving: SectionState }) {
  const { page, draft, saving } = props
  const { id, kind, state } = page
  const { noun } = kindWords[kind]
  const refresh = useRefreshPage(id)
  const navigate = useNavigate()
  const [savingFor, setSavingFor] = useState<'publish' | 'preview'>()
  const publishing = useDialog<true>()
  const previewing = useDialog<true>()
  const ending = useDialog<'withdraw' | 'delete'>()
  const isPublic = state === 'published' || state === 'scheduled'

  async function saveAnd(show: 'publish' | 'preview', opener: HTMLElement) {
    setSavingFor(show)
    const isSaved = await draft.save()
    setSavingFor(undefined)
    const dialog = show === 'publish' ? publishing : previewing
    if (isSaved) dialog.show(true, opener)
  }
  const real = useMutation({
    mutationFn: () => call(browser, pages.save, { id, revision: draft.revision(), demo: false }),
    onSuccess: refresh,
    onError: (error) => showFailure(error, 'Failed to mark it as real'),
  })
  const restoring = useMutation({
    mutationFn: () => call(browser, pages.restore, { id }),
    async onSuccess() {
      await refresh()
      showSuccess('Restored')
    },
    onError: (error) => showFailure(error, 'Failed to restore'),
  })
  const end = useMutation({
    async mutationFn(how: 'withdraw' | 'delete') {
      if (how === 'withdraw') {
        await call(browser, pages.withdraw, { id, revision: draft.revision() })
      } else await call(browser, pages.remove, { id, revision: String(draft.revision()) })
      return how
    },
    async onSuccess(how) {
      ending.state.onClose()
      if (how === 'withdraw') {
        await refresh()
        return showSuccess('Withdrawn from the site')
      }
      await navigate(`/admin/pages?kind=${kind}`)
      await refresh()
      showSuccess('Deleted; it can be restored for 30 days', {
        altText: 'Undo, also in the list of deleted pages',
        run: () => restoring.mutate(),
      })
    },
    onError(error) {
      ending.state.onClose()
      showFailure(error, 'Failed')
    },
  })
  return (
    <section className="site-bar no-print" aria-label="State">
      <div className="wrap-admin site-bar-row">
        <p role="status" className="min-w-0 text-ink-2">
          {saving.conflict ? 'Not saved: someone else changed it' : words[saving.saving]}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          {page.demo && kind !== 'legal' && (
            <Button busy={real.isPending} onClick={() => real.mutate()}>
              Mark as Real
            </Button>
          )}
          {isPublic && (
            <Button onClick={({ currentTarget }) => ending.show('withdraw', currentTarget)}>
              Withdraw…
            </Button>
          )}
          {kind !== 'legal' && (
            <Button onClick={({ currentTarget }) => ending.show('delete', currentTarget)}>
              Delete…
            </Button>
          )}
          <Button
            busy={savingFor === 'preview'}
            onClick={({ currentTarget }) => void saveAnd('preview', currentTarget)}
          >
            Preview
          </Button>
          <Button
            variant="primary"
            busy={savingFor === 'publish'}
            onClick={({ currentTarget }) => void saveAnd('publish', currentTarget)}
          >
            Publish…
          </Button>
        </div>
      </div>
      {publishing.subject && (
        <LazyPublish key={publishing.opening} {...publishing.state} page={page} draft={draft} />
      )}
      {previewing.subject && (
        <LazyPreview key={previewing.opening} {...previewing.state} page={{ id, noun }} />
      )}
      {ending.subject && (
        <AlertDialog
          key={ending.opening}
          {...ending.state}
          title={ending.subject === 'delete' ? `Delete the ${noun}` : `Withdraw the ${noun}`}
          description={
            ending.subject === 'delete'
              ? 'It disappears from the site at once. You can restore it for 30 days.'
              : 'It disappears from the site at once, along with any scheduled version. The draft stays.'
          }
          confirmLabel={ending.subject === 'delete' ? `Delete ${page.title}` : 'Withdraw'}
          busy={end.isPending}
          onConfirm={() => ending.subject && end.mutate(ending.subject)}
        />
      )}
    </section>
  )
}
