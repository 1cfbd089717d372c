import { useQuery } from '@tanstack/react-query'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ChangeList } from '../site-editor/change-list.tsx'
import { nameOfSection } from '../site-editor/section-words.ts'
import type { Version } from './version.ts'

const LazyRestore = lazyComponent(async () => (await import('./restore-dialog.tsx')).RestoreDialog)
const LazyRemove = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

/** Changes of a version by section, with its restoration and removal. */
export function VersionDetails(props: { version: Version; live: number; isOwner: boolean }) {
  const { version, live, isOwner } = props
  const { number, removed, kind } = version
  const found = useQuery(query(siteSettings.version, { number: String(number) }))
  const restoring = useDialog<true>()
  const removing = useDialog<true>()
  const isOld = number < live && !removed
  return (
    <div className="px-5 pt-3 pb-5">
      {removed && (
        <p className="text-ink-2">
          Its texts were removed from the history. Number, time and author stay.
        </p>
      )}
      {!removed && (
        <Loaded
          query={{ ...found, isError: found.isError && !found.data }}
          message="Unable to load this version at this time."
          skeleton={<Skeleton className="h-16" />}
        >
          {({ changes }) =>
            changes.length === 0 || kind === 'seed' ? (
              <p className="text-ink-2">
                {kind === 'seed'
                  ? 'The texts that came with the product.'
                  : 'The previous version was removed from the history, so the changes are unknown.'}
              </p>
            ) : (
              <BySection changes={changes} />
            )
          }
        </Loaded>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {isOld && (
          <Button onClick={({ currentTarget }) => restoring.show(true, currentTarget)}>
            Restore…
          </Button>
        )}
        {isOld && isOwner && (
          <Button
            variant="quiet"
            onClick={({ currentTarget }) => removing.show(true, currentTarget)}
          >
            Remove from History…
          </Button>
        )}
      </div>
      {restoring.subject && (
        <LazyRestore
          key={`restore ${restoring.opening}`}
          {...restoring.state}
          number={number}
          live={live}
        />
      )}
      {removing.subject && (
        <LazyRemove key={`remove ${removing.opening}`} {...removing.state} number={number} />
      )}
    </div>
  )
}

function BySection({ changes }: { changes: { path: string; before: unknown; after: unknown }[] }) {
  const sections = Map.groupBy(changes, ({ path }) => path.split('.')[0] ?? '')
  return (
    <div className="grid grid-cols-1 gap-4">
      {[...sections].map(([section, ofSection]) => (
        <section key={section} aria-label={nameOfSection(section)}>
          <p className="font-semibold">{nameOfSection(section)}</p>
          <ChangeList
            before="Before"
            after="After"
            changes={ofSection.map((change) => ({
              ...change,
              path: change.path.slice(section.length + 1),
            }))}
          />
        </section>
      ))}
    </div>
  )
}
