import type { SiteSettings } from '#contract/settings/document.ts'
import { settingsSections } from '#contract/settings/sections.ts'

type FieldValue = string | number | boolean | null | unknown[] | Record<string, unknown>

/** `before` and `after` are null if the field is missing. */
export type FieldChange = { path: string; before: FieldValue; after: FieldValue }

const shown = (value: unknown) => (value ?? null) as FieldValue

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Items of a list are compared by their position. */
function* changesIn(before: unknown, after: unknown, path: string): Generator<FieldChange> {
  if (isGroup(before) && isGroup(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* changesIn(before[key], after[key], path ? `${path}.${key}` : key)
    }
  } else if (before !== after) yield { path, before: shown(before), after: shown(after) }
}

/** Lists changes field by field. If there was nothing before, every field is new. */
export const settingsChanges = (before: unknown, after: unknown): FieldChange[] => [
  ...changesIn(before ?? {}, after ?? {}, ''),
]

export const changedSections = (before: SiteSettings, after: SiteSettings) =>
  settingsSections.filter((section) => settingsChanges(before[section], after[section]).length > 0)
