import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call as send } from '#contract/endpoint.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { SelectField } from '#web/ui/labeled.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { agenda, type Call } from '../agenda/contract.ts'
import { nameOf, startWords } from './call-words.ts'

type Person = { id: string; name: string }

/**
 * Lets each upcoming call of a leaving user get another host. Without such calls, shows `children`
 * at once.
 */
export function CallsToHandOver(
  props: DialogState & { user: { id: string; username: string }; children: ReactNode },
) {
  const { user, children, ...state } = props
  const [from] = useState(() => new Date().toISOString())
  const { data, isPending, isError } = useQuery({
    ...query(agenda.list, { host: user.id, from, limit: 100 }),
    // Fetches the current calls, since the list of users may have been opened long ago.
    staleTime: 0,
    gcTime: 0,
  })
  if (isPending) return null
  const calls = data?.items.filter(({ state }) => state !== 'cancelled') ?? []
  if (isError || calls.length === 0) return children
  const others = data?.hosts.filter(({ id }) => id !== user.id) ?? []
  return (
    <Dialog
      {...state}
      title={`Calls of ${user.username}`}
      description="Before you deactivate them, give each upcoming call another host."
      footer={
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
      }
    >
      {others.length === 0 && (
        <p className="mb-4">Nobody else takes calls. Cancel these calls in the agenda.</p>
      )}
      <ul className="grid gap-5">
        {calls.map((call) => (
          <HandOver key={call.id} call={call} hosts={others} />
        ))}
      </ul>
    </Dialog>
  )
}

function HandOver({ call, hosts }: { call: Call; hosts: Person[] }) {
  const client = useQueryClient()
  const [hostId, setHostId] = useState('')
  const { id, sequence } = call
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(browser, agenda.reassign, { id, sequence, hostId }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(agenda.list) }),
  })
  return (
    <li className="grid gap-2">
      <p>
        <time dateTime={call.start}>{startWords(call.start)}</time>, <bdi>{nameOf(call)}</bdi>
      </p>
      {error && <FormMessage>{reasonOf(error, 'Failed to reassign the call')}</FormMessage>}
      {hosts.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={`New host for ${nameOf(call)}`}
            value={hostId}
            onChange={(event) => setHostId(event.currentTarget.value)}
          >
            <option value="">Choose a host</option>
            {hosts.map((host) => (
              <option key={host.id} value={host.id}>
                {host.name}
              </option>
            ))}
          </SelectField>
          <Button busy={isPending} onClick={() => hostId && mutate()}>
            Reassign<span className="sr-only"> the call with {nameOf(call)}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
