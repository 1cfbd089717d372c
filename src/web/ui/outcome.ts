import { reasonOf } from '../api/api-error.ts'
import { toast } from './toast-store.ts'

/** `undo` adds a button to the toast. */
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

export function tellFailure(error: unknown, otherwise: string): void {
  toast({ title: 'Error', description: reasonOf(error, otherwise), variant: 'destructive' })
}
