import { useRef } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { useMutation } from '../../../web/api/use-mutation.ts'
import { AlertDialog } from '../../../web/ui/alert-dialog.tsx'
import { tellFailure, tellSuccess } from '../../../web/ui/outcome.ts'
import { useRefresh } from '../list/use-refresh.ts'
import { type Project, projects } from './contract.ts'

export function DeleteProject({
  clientId,
  project,
  open,
  onClose,
  onDeleted,
  opener,
  focusAfterwards,
}: {
  clientId: string
  project: Project
  open: boolean
  onClose: () => void
  onDeleted: () => void
  opener: HTMLElement | null
  focusAfterwards: () => HTMLElement | null
}) {
  const refresh = useRefresh()
  const gone = useRef(false)
  const ids = { clientId, projectId: project.id }
  const deleting = useMutation({
    mutationFn: () => call(browser, projects.remove, ids),
    onSuccess: async () => {
      gone.current = true
      onClose()
      tellSuccess('Project deleted successfully')
      onDeleted()
      await refresh.client()
    },
    onError: (error) => tellFailure(error, 'Failed to delete project'),
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Delete project"
      description={`Are you sure you want to delete ${project.title}? This action cannot be undone and will also delete all its notes and documents.`}
      confirmLabel={`Delete ${project.title}`}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      returnFocusTo={() => (gone.current ? focusAfterwards() : opener)}
    />
  )
}
