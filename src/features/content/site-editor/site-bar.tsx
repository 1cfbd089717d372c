import { useState } from 'react'
import { settingsSections } from '#contract/settings/sections.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import type { SectionStates } from './section-list.tsx'
import { type Drafts, isChanged, type Site, type useSavingState } from './use-site-draft.ts'

const LazyPublish = lazyComponent(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const LazyPreview = lazyComponent(
  async () => (await import('../previews/preview-dialog.tsx')).PreviewDialog,
)
const LazyDiscard = lazyComponent(async () => (await import('./discard-dialog.tsx')).DiscardDialog)

const words: Record<ReturnType<typeof useSavingState>, string> = {
  saved: 'All changes are saved',
  waiting: 'Not saved yet',
  saving: 'Saving…',
  retrying: 'Not saved. Retrying…',
  refused: 'Not saved: a field needs attention',
  conflict: 'Not saved: someone else changed the section',
}

/** Stands below the form and shows unpublished changes with their actions. */
export function SiteBar(props: {
  site: Site
  drafts: Drafts
  saving: ReturnType<typeof useSavingState>
  states: SectionStates
}) {
  const { site, drafts, saving, states } = props
  const publishing = useDialog<true>()
  const discarding = useDialog<true>()
  const previewing = useDialog<true>()
  const [savingFor, setSavingFor] = useState<'publish' | 'preview'>()
  const changed = settingsSections.filter((section) =>
    isChanged(site, section, drafts[section].store.get().value),
  )
  const nothing = changed.length === 0 || undefined
  const problems = settingsSections.filter((section) => states[section] === 'Problem').length

  async function saveAnd(show: 'publish' | 'preview', opener: HTMLElement) {
    setSavingFor(show)
    const saved = await Promise.all(Object.values(drafts).map((draft) => draft.save()))
    setSavingFor(undefined)
    const dialog = show === 'publish' ? publishing : previewing
    if (!saved.includes(false)) return dialog.show(true, opener)
    if (problems > 0) showFailure(null, 'Correct the marked fields first')
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }
  return (
    <section className="site-bar no-print" aria-label="Changes">
      <div className="wrap-admin site-bar-row">
        <div className="min-w-0">
          <p className="font-semibold">
            {changed.length === 0
              ? 'Nothing to publish'
              : `${counted(changed.length, 'section')} changed`}
            {problems > 0 && `, ${counted(problems, 'problem')}`}
          </p>
          <p role="status" className="small text-ink-2">
            {words[saving]}
          </p>
        </div>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            busy={savingFor === 'preview'}
            onClick={({ currentTarget }) => void saveAnd('preview', currentTarget)}
          >
            Preview
          </Button>
          <Button
            aria-disabled={nothing}
            onClick={({ currentTarget }) => !nothing && discarding.show(true, currentTarget)}
          >
            Discard…
          </Button>
          <Button
            variant="primary"
            busy={savingFor === 'publish'}
            aria-disabled={nothing}
            onClick={({ currentTarget }) => !nothing && void saveAnd('publish', currentTarget)}
          >
            Publish…
          </Button>
        </div>
      </div>
      {publishing.subject && (
        <LazyPublish key={`publish ${publishing.opening}`} {...publishing.state} site={site} />
      )}
      {previewing.subject && (
        <LazyPreview key={`preview ${previewing.opening}`} {...previewing.state} />
      )}
      {discarding.subject && (
        <LazyDiscard
          key={`discard ${discarding.opening}`}
          {...discarding.state}
          sections={changed}
          drafts={drafts}
        />
      )}
    </section>
  )
}
