import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { type Preview, previews } from '#features/content/previews/contract.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyLink } from '#web/ui/copy-link.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'

/** Creates a link to the drafts, including that of `page`, and revokes open links. */
export function PreviewDialog(props: DialogState & { page?: { id: string; noun: string } }) {
  const { page, ...state } = props
  const client = useQueryClient()
  const links = useQuery({ ...query(previews.list), refetchOnMount: 'always' })
  const making = useMutation({
    mutationFn: () => call(browser, previews.create, page ? { pageId: page.id } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(previews.list) }),
  })
  const { data: made, isError, error, isPending } = making
  return (
    <Dialog
      {...state}
      initialFocus="heading"
      title={page ? `Preview the ${page.noun}` : 'Preview the site'}
      description={
        page
          ? 'Anyone with the link sees this draft and all other unpublished changes for 7 days.'
          : 'Anyone with the link sees all unpublished changes for 7 days.'
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
          {!made && (
            <Button variant="primary" busy={isPending} onClick={() => making.mutate()}>
              Create Link
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {isError && <FormMessage>{reasonOf(error, 'Failed to create a link')}</FormMessage>}
        {made && (
          <CopyLink
            label="Preview link"
            hint={
              <>
                Ends <Time value={made.expiresAt} format="datetime" />. It won’t be shown again.
              </>
            }
            link={made.url}
          >
            <ButtonLink href={made.url} target="_blank" rel="noreferrer">
              Open Preview
            </ButtonLink>
          </CopyLink>
        )}
        <section aria-labelledby="open-previews">
          <h3 id="open-previews" className="font-semibold">
            Open links
          </h3>
          <Loaded
            query={{ ...links, isError: links.isError && !links.data }}
            message="Unable to load the open links at this time."
            skeleton={<SkeletonList rows={2} />}
          >
            {({ items }) =>
              items.length === 0 ? (
                <p className="text-ink-2">None</p>
              ) : (
                <ul className="divide-y divide-rule">
                  {items.map((link) => (
                    <OpenLink key={link.id} link={link} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
    </Dialog>
  )
}

function OpenLink({ link }: { link: Preview }) {
  const { id, page, version, createdBy, createdAt, expiresAt } = link
  const name = page?.title ?? (version ? `Version ${version}` : 'Site')
  const client = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => call(browser, previews.remove, { id }),
    onError: (error) => showFailure(error, 'Failed to revoke the link'),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(previews.list) }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p dir="auto" className="small wrap-anywhere text-ink-2">
          {createdBy && `${createdBy.name}, `}
          <Time value={createdAt} format="datetime" />; ends{' '}
          <Time value={expiresAt} format="datetime" />
        </p>
      </div>
      <Button
        size="sm"
        busy={revoking.isPending}
        aria-label={`Revoke the link to ${page || version ? name : 'the site'}`}
        onClick={() => revoking.mutate()}
      >
        Revoke
      </Button>
    </li>
  )
}
