import type { SiteSettings } from '#contract/settings/document.ts'
import type { Database, Transaction } from '../database/open.ts'
import { readContentVersion } from './content-version.ts'
import { type LiveSettings, readLiveSettings } from './live-settings.ts'

export type LiveContent = {
  /** The live version of the settings, from memory. */
  settings(): LiveSettings
  /** Its document as the site shows it; read settings by this. */
  resolved(): SiteSettings
  /** The same of the version that a transaction sees, for what must agree with it. */
  resolvedIn(tx: Transaction): Promise<SiteSettings>
  /** Version of the public content that this instance shows. */
  version(): number
  /** Reads what was published meanwhile; after it, the next request shows that. */
  refresh(): Promise<void>
  /** Called before a newer version is shown, to drop what was rendered from an older one. */
  onChange(listener: () => void): void
}

/**
 * Only ever moves to newer versions, whatever order answers of the database come in.
 *
 * @param resolve replaces variables, and what the configuration overrides.
 * @param readBeside reads what else pages need in memory.
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
      // The version first: settings read after it are as new or newer.
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
