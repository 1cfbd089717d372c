import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type InboxItem, inbox } from '../deadlines/contract.ts'
import { PickDialog } from './pick-dialog.tsx'
import type { Acts, Person } from './use-acts.ts'

export type ActDialogProps = {
  item: InboxItem
  open: boolean
  onClose: () => void
  returnFocusTo: () => HTMLElement | null
  acts: Acts
}

export function AssignDialog({ me, ...props }: ActDialogProps & { me: Person }) {
  const { item, onClose, acts } = props
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(inbox.assignees),
    ...refetchAlways,
  })
  const { assignee } = item
  function choose(person: Person | null) {
    onClose()
    if (person?.id !== assignee?.id) acts.assign(item, person)
  }
  const own = data?.filter(({ id }) => id === me.id) ?? []
  const others = data?.filter(({ id }) => id !== me.id) ?? []
  const options = [
    ...[...own, ...others].map(({ id, name, presence }) => ({
      key: id,
      label: id === me.id ? `${name} (you)` : name,
      ...(presence === 'away' && { hint: 'away' }),
      ...(id === assignee?.id && { hint: 'has this' }),
      onPick: () => choose({ id, name }),
    })),
    ...(assignee ? [{ key: 'nobody', label: 'Nobody', onPick: () => choose(null) }] : []),
  ]
  return (
    <PickDialog {...props} title="Assign to" placeholder="Type a name" options={data && options}>
      {isError && !data && (
        <ErrorState message="Failed to fetch the people" onRetry={refetch} retrying={isFetching} />
      )}
    </PickDialog>
  )
}
