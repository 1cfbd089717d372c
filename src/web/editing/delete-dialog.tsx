import { useRef } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import { capital } from '../ui/words.ts'

/**
 * @param consequence a sentence after the question.
 * @param focusAfterwards needed because the row that opened the dialog is gone.
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
      showSuccess(`${capital(noun)} deleted successfully`)
      await props.onDeleted()
    },
    onError: (error) => showFailure(error, `Failed to delete ${noun}`),
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
