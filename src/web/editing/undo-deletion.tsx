import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { capital, counted } from '../ui/words.ts'

/**
 * `notice` offers the undo longer than the toast does: for `undoMs`, or until the next deletion.
 */
export function useUndoableDeletion<T extends { id: string }>(options: {
  noun: string
  nameOf: (item: T) => string
  remove: (item: T) => Promise<unknown>
  restore: (item: T) => Promise<unknown>
  refresh: () => Promise<unknown>
  undoMs?: number
  /** Number of things that one item stands for, by default 1. */
  countOf?: (item: T) => number
}) {
  const { noun, refresh, undoMs, countOf = () => 1 } = options
  const nounFor = (item: T) => (countOf(item) === 1 ? noun : counted(countOf(item), noun))
  const [deleted, setDeleted] = useState<T | null>(null)
  useEffect(() => {
    if (!deleted || !undoMs) return
    const expiry = setTimeout(() => setDeleted(null), undoMs)
    return () => clearTimeout(expiry)
  }, [deleted, undoMs])
  const restoring = useMutation({
    mutationFn: options.restore,
    onSuccess: async (_, item) => {
      setDeleted((now) => (now?.id === item.id ? null : now))
      await refresh()
      showSuccess(`${capital(nounFor(item))} restored`)
    },
    onError: (error, item) => showFailure(error, `Failed to restore ${nounFor(item)}`),
  })
  const deleting = useMutation({
    mutationFn: options.remove,
    onSuccess: async (_, item) => {
      await refresh()
      setDeleted(item)
      showSuccess(`${capital(nounFor(item))} deleted successfully`, {
        altText: `Undo deletion, also above the ${noun}s`,
        run: () => restoring.mutate(item),
      })
    },
    onError: (error, item) => showFailure(error, `Failed to delete ${nounFor(item)}`),
  })
  return {
    remove: deleting.mutate,
    isRemoving: deleting.isPending,
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
