import { call } from '#contract/endpoint.ts'
import { browser } from '#web/api/browser.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { clients } from '../contract.ts'
import { useRefresh } from '../use-refresh.ts'

export function DeleteClient({
  client: { id, name },
  ...dialog
}: DialogState & {
  client: { id: string; name: string }
  focusAfterwards: () => HTMLElement | null
}) {
  const refresh = useRefresh()
  return (
    <DeleteDialog
      {...dialog}
      noun="client"
      name={name}
      consequence="This action cannot be undone and will also delete all associated projects and documents."
      send={() => call(browser, clients.remove, { id })}
      onDeleted={() => refresh.afterDeletion(id)}
    />
  )
}
