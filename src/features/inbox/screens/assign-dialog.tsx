import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { type InboxItem, inbox } from '../deadlines/contract.ts'
import { PickDialog } from './pick-dialog.tsx'
import type { Acts, Person } from './use-acts.ts'

export type ActDialogProps = DialogState & { item: InboxItem; acts: Acts }

export function AssignDialog({ me, item, acts, ...state }: ActDialogProps & { me: Person }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(inbox.assignees),
    ...refetchAlways,
  })
  const { assignee } = item
  function choose(person: Person | null) {
    state.onClose()
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
    <PickDialog {...state} title="Assign to" placeholder="Type a name" options={data && options}>
      {isError && !data && (
        <ErrorState message="Failed to fetch the people" onRetry={refetch} retrying={isFetching} />
      )}
    </PickDialog>
  )
}
