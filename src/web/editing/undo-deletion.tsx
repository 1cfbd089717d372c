import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import { tellFailure, tellSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'

/**
 * Deletes an item at once, and can restore the last one: by its toast, or by `notice`, which
 * outlives the toast and takes the focus from the removed row. It belongs above the list.
 *
 * @param noun for example "note". @param nameOf the item in the notice. @param refresh refetches the
 * list. @param undoMs how long `notice` is shown; without it, until the next deletion.
 */
export function useUndoableDeletion<T extends { id: string }>({
  noun,
  nameOf,
  remove,
  restore,
  refresh,
  undoMs,
}: {
  noun: string
  nameOf: (item: T) => string
  remove: (item: T) => Promise<unknown>
  restore: (item: T) => Promise<unknown>
  refresh: () => Promise<unknown>
  undoMs?: number
}) {
  const [deleted, setDeleted] = useState<T | null>(null)
  useEffect(() => {
    if (!deleted || !undoMs) return
    const expiry = setTimeout(() => setDeleted(null), undoMs)
    return () => clearTimeout(expiry)
  }, [deleted, undoMs])
  const restoring = useMutation({
    mutationFn: restore,
    onSuccess: async (_, { id }) => {
      setDeleted((now) => (now?.id === id ? null : now))
      await refresh()
      tellSuccess(`${capital(noun)} restored`)
    },
    onError: (error) => tellFailure(error, `Failed to restore ${noun}`),
  })
  const deleting = useMutation({
    mutationFn: remove,
    onSuccess: async (_, item) => {
      await refresh()
      setDeleted(item)
      tellSuccess(`${capital(noun)} deleted successfully`, {
        altText: `Undo deletion, also above the ${noun}s`,
        run: () => restoring.mutate(item),
      })
    },
    onError: (error) => tellFailure(error, `Failed to delete ${noun}`),
  })
  return {
    remove: deleting.mutate,
    notice: deleted && (
      <Notice key={deleted.id} name={nameOf(deleted)} onUndo={() => restoring.mutate(deleted)} />
    ),
  }
}

function Notice({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-canary-soft py-2 pr-2 pl-4 whitespace-pre-wrap">
      <span className="min-w-0">{name} deleted.</span>
      <Button ref={undo} onClick={onUndo}>
        Undo deletion
      </Button>
    </p>
  )
}
