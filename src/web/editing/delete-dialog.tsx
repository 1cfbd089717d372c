import { useRef } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { tellFailure, tellSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'

/**
 * Asks before a record is deleted for good; stays open if that fails.
 *
 * @param noun for example "case study". @param name of the record. @param consequence follows the
 * question. @param onDeleted refetches queries that contain the record. @param focusAfterwards gets the
 * focus after a deletion, because the record's row and button no longer exist.
 */
export function DeleteDialog(props: {
  open: boolean
  onClose: () => void
  noun: string
  name: string
  consequence: string
  send: () => Promise<unknown>
  onDeleted: () => unknown
  opener?: HTMLElement | null
  focusAfterwards: () => HTMLElement | null
}) {
  const { noun, name, onClose } = props
  const isDeleted = useRef(false)
  const deleting = useMutation({
    mutationFn: props.send,
    onSuccess: async () => {
      isDeleted.current = true
      onClose()
      tellSuccess(`${capital(noun)} deleted successfully`)
      await props.onDeleted()
    },
    onError: (error) => tellFailure(error, `Failed to delete ${noun}`),
  })
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={onClose}
      title={`Delete ${noun}`}
      description={`Are you sure you want to delete ${name}? ${props.consequence}`}
      confirmLabel={`Delete ${name}`}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      returnFocusTo={() => (isDeleted.current ? props.focusAfterwards() : (props.opener ?? null))}
    />
  )
}
