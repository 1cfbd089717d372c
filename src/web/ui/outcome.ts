import { ApiError } from '../api/api-error.ts'
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

/**
 * Why an action failed: the server's own sentence, or the action's where the server knows none but
 * that something went wrong.
 */
export function reasonOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return otherwise
  return error.sentence || otherwise
}

/** Says in a toast that an action failed, and why. */
export function tellFailure(error: unknown, otherwise: string): void {
  toast({ title: 'Error', description: reasonOf(error, otherwise), variant: 'destructive' })
}
