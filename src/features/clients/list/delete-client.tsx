import { useRef } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { AlertDialog } from '../../../web/ui/alert-dialog.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { clients } from './contract.ts'
import { useRefresh } from './use-refresh.ts'

export function DeleteClient({
  client,
  open,
  onClose,
  onDeleted,
  opener,
  focusAfterwards,
}: {
  client: { id: string; name: string }
  open: boolean
  onClose: () => void
  onDeleted?: () => void
  opener: HTMLElement | null
  /** Needed because the row and its button no longer exist. */
  focusAfterwards: () => HTMLElement | null
}) {
  const refresh = useRefresh()
  const gone = useRef(false)
  const deleting = useMutation({
    mutationFn: () => call(browser, clients.remove, { id: client.id }),
    onSuccess: async () => {
      gone.current = true
      onClose()
      tellSuccess('Client deleted successfully')
      onDeleted?.()
      await refresh.afterDeletion(client.id)
    },
    onError: (error) => tellFailure(error, 'Failed to delete client'),
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Delete client"
      description={`Are you sure you want to delete ${client.name}? This action cannot be undone and will also delete all associated projects and documents.`}
      confirmLabel={`Delete ${client.name}`}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      returnFocusTo={() => (gone.current ? focusAfterwards() : opener)}
    />
  )
}
