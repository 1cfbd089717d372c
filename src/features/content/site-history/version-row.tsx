import { call } from '#contract/endpoint.ts'
import { previews } from '#features/content/previews/contract.ts'
import { browser } from '#web/api/browser.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { nameOfSection } from '../site-editor/section-words.ts'
import type { Version } from './version.ts'

const LazyRestore = lazyComponent(async () => (await import('./restore-dialog.tsx')).RestoreDialog)

const kinds: Record<Version['kind'], (version: Version) => string> = {
  seed: () => 'First version',
  publish: () => '',
  undo: ({ restoredFrom }) => `Undone: version ${restoredFrom} again`,
  restore: ({ restoredFrom }) => `Restored from version ${restoredFrom}`,
  import: () => 'Imported',
}

/** Opens the site as it was, in a tab of its own. */
function useLook(number: number) {
  return useMutation({
    mutationFn: async () => {
      // Browsers block a tab that opens after the answer.
      const tab = window.open('', '_blank')
      try {
        const { url } = await call(browser, previews.create, { version: number })
        if (tab) tab.location.replace(url)
        else location.assign(url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => showFailure(error, 'Failed to open the version'),
  })
}

export function VersionRow({ version, live }: { version: Version; live: number }) {
  const { number, publishedAt, publishedBy, note, sections, kind } = version
  const how = kinds[kind](version)
  const looking = useLook(number)
  const restoring = useDialog<true>()
  return (
    <div className="history-row">
      <div className="history-facts">
        <span className="font-semibold tabular-nums">Version {number}</span>
        <span className="text-ink-2">
          <Time value={publishedAt} format="datetime" />
        </span>
        {publishedBy && <bdi className="min-w-0 wrap-anywhere">{publishedBy.name}</bdi>}
        {number === live && <Badge>Live</Badge>}
        <span className="history-words">
          {how && <span>{how}</span>}
          {note && (
            <span dir="auto" className="wrap-anywhere">
              {note}
            </span>
          )}
          {kind !== 'seed' && (
            <span className="text-ink-2">{sections.map(nameOfSection).join(', ')}</span>
          )}
        </span>
      </div>
      {number < live && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="quiet"
            aria-label={`View version ${number}`}
            busy={looking.isPending}
            onClick={() => looking.mutate()}
          >
            View
          </Button>
          <Button
            size="sm"
            aria-label={`Restore version ${number}`}
            onClick={({ currentTarget }) => restoring.show(true, currentTarget)}
          >
            Restore…
          </Button>
        </div>
      )}
      {restoring.subject && (
        <LazyRestore key={restoring.opening} {...restoring.state} number={number} live={live} />
      )}
    </div>
  )
}
