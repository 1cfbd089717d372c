import { reasonOf } from '../api/api-error.ts'
import { toast } from './toast-store.ts'

/** Says in a toast that an action took place; `undo` takes it back. */
export function tellSuccess(
  description: string,
  undo?: { altText: string; run: () => void },
): void {
  toast({
    title: 'Success',
    description,
    ...(undo && { action: { label: 'Undo', altText: undo.altText, onSelect: undo.run } }),
  })
}

/** Says in a toast that an action failed, and why. */
export function tellFailure(error: unknown, otherwise: string): void {
  toast({ title: 'Error', description: reasonOf(error, otherwise), variant: 'destructive' })
}
