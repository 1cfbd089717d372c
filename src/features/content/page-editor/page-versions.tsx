import { useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { type Page, pages } from '#features/content/pages/contract.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { keyOf } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'

/** The published versions. The text of each can be restored to the draft. */
export function PageVersions({ page }: { page: Page }) {
  const { id, revision } = page
  const found = usePages(pages.versions, { id }, { ...refetchAlways, parameter: null })
  const versions = found.data?.items.map((one) => ({ ...one, id: `${one.number}` }))
  const client = useQueryClient()
  const restoring = useMutation({
    mutationFn: (number: number) =>
      call(browser, pages.restoreVersion, { id, revision, number: String(number) }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keyOf(pages.show, { id }) })
      showSuccess('The draft now has that version’s text')
    },
    onError: (error) => showFailure(error, 'Failed to restore the text'),
  })
  return (
    <section className="panel" aria-labelledby="page-versions">
      <div className="panel-heading">
        <h2 id="page-versions">Versions</h2>
      </div>
      <Loaded
        query={{ ...found, data: versions, isError: found.isError && !versions }}
        className="m-5"
        message="Unable to load the versions at this time."
        skeleton={<SkeletonList rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nothing published yet" />
          ) : (
            <DataList
              caption="Versions"
              rows={list}
              busy={found.isPlaceholderData}
              paging={found.paging}
              heading="#page-versions"
              card={({ number, live, effectiveAt, withdrawnAt, author, changeNote }) => (
                <div className="flex flex-wrap items-center gap-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="flex flex-wrap gap-x-2">
                      <span className="font-semibold">Version {number}</span>
                      <span className="text-ink-2">
                        from <Time value={effectiveAt} format="datetime" />
                        {author && (
                          <>
                            {' '}
                            by <bdi>{author.name}</bdi>
                          </>
                        )}
                      </span>
                      {live && <Badge variant="canary">Live</Badge>}
                      {withdrawnAt && <Badge variant="outline">Withdrawn</Badge>}
                    </p>
                    {changeNote && <p className="text-ink-2 wrap-anywhere">{changeNote}</p>}
                  </div>
                  <Button
                    aria-label={`Put version ${number} into the draft`}
                    busy={restoring.isPending && restoring.variables === number}
                    onClick={() => restoring.mutate(number)}
                  >
                    Copy to Draft
                  </Button>
                </div>
              )}
            />
          )
        }
      </Loaded>
    </section>
  )
}
