import type { ShownSite } from '#contract/settings/shown-site.ts'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { effectiveSettings } from '#features/content/resolved-settings/effective-settings.ts'
import { shownSettings } from '#features/content/resolved-settings/shown-settings.ts'
import type { LiveSettings } from '#server/content/live-settings.ts'

const openDaily = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))

/** The settings after the first start. With `everyDay` the chat is open day and night. */
export function liveDefaults(everyDay = false): LiveSettings {
  const document = structuredClone(defaultSettings())
  if (everyDay) document.hours.schedules.chat.week = openDaily
  return {
    number: 1,
    publishedAt: new Date(0),
    authorId: null,
    unreadable: null,
    pictures: [],
    document,
  }
}

/** The default settings in the form from which pages are rendered. */
export const shownDefaults = (now = new Date()): ShownSite => ({
  version: 1,
  now,
  look: null,
  imageOf: async () => undefined,
  settings: shownSettings(effectiveSettings({})(defaultSettings()), () => true),
})
