import { tabStorage } from '#web/storage.ts'
import type { ContactValues } from './contact-values.ts'

/** Storage key of the unsent form's draft, which other pages with the form and a reload restore. */
const draftKey = 'contact'

export function keepDraft({ website: _, ...values }: ContactValues): void {
  tabStorage.writeJson(draftKey, values)
}

export const forgetDraft = () => tabStorage.write(draftKey, null)

export function restoreDraft(form: HTMLFormElement): void {
  const draft = tabStorage.readJson<Record<string, string>>(draftKey)
  for (const [name, text] of Object.entries(draft ?? {})) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null
    if (!field || field.value || !text) continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
