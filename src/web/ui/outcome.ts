import { reasonOf } from '../api/api-error.ts'
import { recordUndo } from './recent-undos.ts'
import { dismissToast, toast } from './toast-store.ts'

export function showSuccess(
  description: string,
  undo?: { altText: string; run: () => void },
): void {
  if (!undo) {
    toast({ title: 'Success', description })
    return
  }
  const onSelect = recordUndo(description, () => {
    dismissToast(id)
    undo.run()
  })
  const action = { label: 'Undo', altText: undo.altText, onSelect }
  const id = toast({ title: 'Success', description, action })
}

export function showFailure(error: unknown, otherwise: string): void {
  toast({ title: 'Error', description: reasonOf(error, otherwise), variant: 'destructive' })
}
