import { createContext, useContext } from 'react'
import type { SettingsSection } from '#contract/settings/document.ts'
import { settingsLimits } from '#contract/settings/limits.ts'

type SectionForm = {
  section: SettingsSection
  value: Record<string, unknown>
  /** Messages by path of fields that keep the section from being saved. */
  errors: Record<string, string>
  /** Messages by path of fields that can be saved but not published. */
  blockers: Record<string, string>
  warnings: Record<string, string>
  /** Environment variables that override a field, by path. */
  overridden: Record<string, string>
  change: (value: Record<string, unknown>) => void
}

export const FormOfSection = createContext<SectionForm | null>(null)

export function useSectionForm(): SectionForm {
  const form = useContext(FormOfSection)
  if (!form) throw new Error('no form of a section')
  return form
}

/** Id of a control, unique across all sections. */
export const fieldId = (section: string, path: string) => `${section}-${path.replaceAll('.', '-')}`

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], value)
}

function withValueAt(value: unknown, [key, ...rest]: string[], next: unknown): unknown {
  if (key === undefined) return next
  const inner = withValueAt((value as Record<string, unknown>)[key], rest, next)
  if (Array.isArray(value)) return value.with(Number(key), inner)
  return { ...(value as object), [key]: inner }
}

/** Maximum number of characters of a text or entries of a list, according to the contract. */
export const limitOf = (section: SettingsSection, path: string): number | undefined =>
  settingsLimits[`${section}.${path.replace(/\b\d+\b/g, '*')}`]

/** The field at a path below the section, such as `items.0.question`. */
export function useAt<T>(path: string) {
  const form = useSectionForm()
  const { section, errors, blockers, warnings, overridden } = form
  return {
    id: fieldId(section, path),
    value: valueAt(form.value, path) as T,
    error: errors[path] ?? blockers[path],
    warning: warnings[path],
    overridden: overridden[path],
    limit: limitOf(section, path),
    set: (next: T) =>
      form.change(withValueAt(form.value, path.split('.'), next) as Record<string, unknown>),
  }
}
