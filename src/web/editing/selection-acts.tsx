import { Download, Tag } from 'lucide-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { download } from '../api/download.ts'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { showFailure } from '../ui/outcome.ts'
import type { Selection } from '../ui/selection.tsx'
import { capital } from '../ui/words.ts'
import type { StatusChange } from './use-status-changes.ts'

export function StatusMenu<S extends string>(props: {
  selection: Selection
  statuses: readonly S[]
  change: StatusChange<S>
}) {
  const { selection, statuses, change } = props
  return (
    <Menu
      label="Status of the selected"
      trigger={
        <Button icon={Tag} busy={change.isPending}>
          Status
        </Button>
      }
    >
      {statuses.map((status) => (
        <MenuItem
          key={status}
          onSelect={() =>
            change.mutate({ ids: selection.ids(), status }, { onSuccess: selection.clear })
          }
        >
          {capital(status)}
        </MenuItem>
      ))}
    </Menu>
  )
}

export function ExportSelected(props: { selection: Selection; endpoint: Endpoint }) {
  const { selection, endpoint } = props
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(endpoint, { ids: selection.ids() }),
    onError: (error) => showFailure(error, 'Failed to export'),
  })
  return (
    <Button icon={Download} busy={isPending} onClick={() => mutate()}>
      Export
    </Button>
  )
}
