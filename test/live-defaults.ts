import type { ShownSite } from '../src/contract/settings/shown-site.ts'
import { defaultSettings } from '../src/features/content/site-settings/defaults.ts'
import { inForce } from '../src/features/content/site-settings/in-force.ts'
import { shownSettings } from '../src/features/content/site-settings/shown-settings.ts'
import type { LiveSettings } from '../src/server/content/live-settings.ts'

/** As after the first start. */
export const liveDefaults = (): LiveSettings => ({
  ...{ number: 1, publishedAt: new Date(0), authorId: null, unreadable: null },
  pictures: [],
  document: defaultSettings(),
})

/** The same as pages are rendered from it. */
export const shownDefaults = (now = new Date()): ShownSite => ({
  ...{ version: 1, now, look: null },
  imageOf: async () => undefined,
  settings: shownSettings(inForce({})(defaultSettings()), () => true),
})
