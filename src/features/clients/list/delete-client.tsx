import { useQuery } from '@tanstack/react-query'
import { call } from '#contract/endpoint.ts'
import { automations } from '#features/automations/register/contract.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
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
  const { data } = useQuery(query(automations.ofClient, { id }))
  const count = data?.items.length ?? 0
  const automationWords =
    count === 0 ? '' : ` So will ${counted(count, 'automation')}: their addresses stop working.`
  return (
    <DeleteDialog
      {...dialog}
      noun="client"
      name={name}
      consequence={`This action cannot be undone and will also delete all associated projects and documents.${automationWords}`}
      send={() => call(browser, clients.remove, { id })}
      onDeleted={() => refresh.afterDeletion(id)}
    />
  )
}
