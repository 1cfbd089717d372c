import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database, Transaction } from '../database/open.ts'
import { readContentVersion } from './content-version.ts'
import { type LiveSettings, readLiveSettings } from './live-settings.ts'

export type LiveContent = {
  /** The live version of the settings, which is held in memory. */
  settings(): LiveSettings
  /** The document of the live settings as the site shows it. Read settings through this. */
  resolved(): SiteSettings
  /** The same of the version that a transaction sees, for what must agree with it. */
  resolvedIn(tx: Transaction): Promise<SiteSettings>
  /** Version of the public content that this instance shows. */
  version(): number
  /** Reads what was published meanwhile; the next request then shows it. */
  refresh(): Promise<void>
  /**
   * The listener is called before a newer version is shown, to drop pages rendered from an older
   * one.
   */
  onChange(listener: () => void): void
}

/**
 * Moves only to newer versions, in whatever order the responses of the database arrive.
 *
 * @param resolve replaces variables and applies overrides of the configuration.
 * @param readBeside reads other data that pages need in memory.
 */
export function openLiveContent(
  db: Database,
  first: LiveSettings,
  resolve: (document: SiteSettings) => SiteSettings,
  readBeside: (settings: SiteSettings) => Promise<void> = async () => {},
): LiveContent {
  let settings = first
  let resolved = resolve(first.document)
  let shown = 0
  const listeners: (() => void)[] = []
  return {
    settings: () => settings,
    resolved: () => resolved,
    async resolvedIn(tx) {
      const live = (await readContentVersion(tx)) === shown ? undefined : await readLiveSettings(tx)
      return live ? resolve(live.document) : resolved
    },
    version: () => shown,
    onChange: (listener) => void listeners.push(listener),
    async refresh() {
      // The version is read first, so that the settings read after it are as new or newer.
      const found = await readContentVersion(db)
      if (found <= shown) return
      const live = await readLiveSettings(db)
      const newer = live && live.number >= settings.number ? live : settings
      const document = resolve(newer.document)
      await readBeside(document)
      if (found <= shown) return
      settings = newer
      resolved = document
      shown = found
      for (const listener of listeners) listener()
    },
  }
}
