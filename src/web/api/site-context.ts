import { createContext } from 'react-router'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import type { ServerOnly } from './server-only.ts'

/** The server entry sets it for each request. */
export type SiteState = ShownSite & {
  /** True when a page is rendered, false when only its data is requested. */
  isDocument: boolean
  /** Filled in by loaders. */
  serverOnly: ServerOnly
}

export const siteContext = createContext<SiteState>()
