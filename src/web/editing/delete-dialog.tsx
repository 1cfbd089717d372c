import { useRef } from 'react'
import { useMutation } from '../api/use-mutation.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { showFailure, showSuccess } from '../ui/outcome.ts'
import type { DialogState } from '../ui/use-dialog.ts'
import { capital } from '../ui/words.ts'

/**
 * @param consequence a sentence after the question.
 * @param focusAfterwards needed because the row that opened the dialog is gone.
 */
export function DeleteDialog(
  props: DialogState & {
    noun: string
    name: string
    consequence: string
    send: () => Promise<unknown>
    onDeleted: () => unknown
    focusAfterwards: () => HTMLElement | null
  },
) {
  const { open, onClose, opener, noun, name } = props
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
      open={open}
      onClose={onClose}
      opener={opener}
      focusAfterwards={() => (isDeleted.current ? props.focusAfterwards() : null)}
      title={`Delete ${noun}`}
      description={`Are you sure you want to delete ${name}? ${props.consequence}`}
      confirmLabel={`Delete ${name}`}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
    />
  )
}
