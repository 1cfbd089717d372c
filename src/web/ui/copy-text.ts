import { toast } from './toast-store.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copied', description: text })
  } catch {
    toast({ title: 'Couldn’t copy', description: text, variant: 'destructive' })
  }
}
