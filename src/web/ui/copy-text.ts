import { toast } from './toast-store.ts'

/**
 * Copies a text and says so.
 *
 * @param copied the title of the toast. Without one, the toast is "Copied" with the text.
 * @param otherwise what to do if the browser refuses.
 */
export async function copyText(text: string, copied?: string, otherwise = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied ? { title: copied } : { title: 'Copied', description: text })
  } catch {
    toast({ title: 'Couldn’t copy', description: otherwise, variant: 'destructive' })
  }
}
