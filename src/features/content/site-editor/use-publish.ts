import { useQueryClient } from '@tanstack/react-query'
import { call, type Input } from '#contract/endpoint.ts'
import { siteSettings } from '#features/content/site-settings/contract.ts'
import { browser } from '#web/api/browser.ts'
import { useFreshSettings } from '#web/api/fresh-settings.ts'
import { keyOf } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { toast } from '#web/ui/toast-store.ts'

const undoMs = 30_000

/** Refetches settings and versions, and the firm's name and look. */
function useRefresh() {
  const client = useQueryClient()
  const readSettings = useFreshSettings()
  return () => {
    const names = [siteSettings.show, siteSettings.versions, siteSettings.version]
    const queries = names.map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))
    return Promise.all([...queries, readSettings()])
  }
}

/** Offers to restore the previous version. This fails if a newer one has been published since. */
function useOfferedUndo() {
  const refresh = useRefresh()
  const undoing = useMutation({
    mutationFn: (version: number) =>
      call(browser, siteSettings.restore, {
        number: String(version - 1),
        expectedVersion: version,
        kind: 'undo',
      }),
    onSuccess: () => showSuccess('The previous version is live again'),
    onError: (error) => showFailure(error, 'Failed to undo'),
    onSettled: refresh,
  })
  return (version: number, everywhere: boolean) => {
    toast({
      title: everywhere ? 'Published.' : 'Published. It can take 2 seconds to show up.',
      durationMs: undoMs,
      action: {
        label: 'Undo',
        altText: 'Undo, also in the history',
        onSelect: () => undoing.mutate(version),
      },
    })
  }
}

export function usePublish(onDone: () => void) {
  const refresh = useRefresh()
  const offerUndo = useOfferedUndo()
  return useMutation({
    mutationFn: (input: Input<typeof siteSettings.publish>) =>
      call(browser, siteSettings.publish, input),
    async onSuccess({ version, everywhere }) {
      await refresh()
      onDone()
      offerUndo(version, everywhere)
    },
    // If only the response was lost, this fetches the new version.
    onError: () => refresh(),
  })
}

export function useRestore(onDone: () => void) {
  const refresh = useRefresh()
  const offerUndo = useOfferedUndo()
  return useMutation({
    mutationFn: (input: Input<typeof siteSettings.restore>) =>
      call(browser, siteSettings.restore, input),
    async onSuccess({ version, everywhere }) {
      await refresh()
      onDone()
      offerUndo(version, everywhere)
    },
    onError: () => refresh(),
  })
}
