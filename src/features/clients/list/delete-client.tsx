import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { DeleteDialog } from '../../../web/editing/delete-dialog.tsx'
import { clients } from './contract.ts'
import { useRefresh } from './use-refresh.ts'

export function DeleteClient({
  client: { id, name },
  ...dialog
}: {
  client: { id: string; name: string }
  open: boolean
  onClose: () => void
  opener: HTMLElement | null
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
