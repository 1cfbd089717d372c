import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'

/** `notice` offers to undo for longer than the toast: for `undoMs`, or until the next deletion. */
export function useUndoableDeletion<T extends { id: string }>(options: {
  noun: string
  nameOf: (item: T) => string
  remove: (item: T) => Promise<unknown>
  restore: (item: T) => Promise<unknown>
  refresh: () => Promise<unknown>
  undoMs?: number
}) {
  const { noun, refresh, undoMs } = options
  const [deleted, setDeleted] = useState<T | null>(null)
  useEffect(() => {
    if (!deleted || !undoMs) return
    const expiry = setTimeout(() => setDeleted(null), undoMs)
    return () => clearTimeout(expiry)
  }, [deleted, undoMs])
  const restoring = useMutation({
    mutationFn: options.restore,
    onSuccess: async (_, { id }) => {
      setDeleted((now) => (now?.id === id ? null : now))
      await refresh()
      showSuccess(`${capital(noun)} restored`)
    },
    onError: (error) => showFailure(error, `Failed to restore ${noun}`),
  })
  const deleting = useMutation({
    mutationFn: options.remove,
    onSuccess: async (_, item) => {
      await refresh()
      setDeleted(item)
      showSuccess(`${capital(noun)} deleted successfully`, {
        altText: `Undo deletion, also above the ${noun}s`,
        run: () => restoring.mutate(item),
      })
    },
    onError: (error) => showFailure(error, `Failed to delete ${noun}`),
  })
  return {
    remove: deleting.mutate,
    notice: deleted && (
      <Notice
        key={deleted.id}
        name={options.nameOf(deleted)}
        onUndo={() => restoring.mutate(deleted)}
      />
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
        Undo Deletion
      </Button>
    </p>
  )
}
