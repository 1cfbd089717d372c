import { reasonOf } from '../api/api-error.ts'
import { toast } from './toast-store.ts'

export function showSuccess(
  description: string,
  undo?: { altText: string; run: () => void },
): void {
  toast({
    title: 'Success',
    description,
    ...(undo && { action: { label: 'Undo', altText: undo.altText, onSelect: undo.run } }),
  })
}

export function showFailure(error: unknown, otherwise: string): void {
  toast({ title: 'Error', description: reasonOf(error, otherwise), variant: 'destructive' })
}
