import { createContext } from 'react-router'
import type { ShownSite } from '#contract/settings/shown-site.ts'
import type { ServerOnly } from './server-only.ts'

/** Set by the server entry for each request. */
export type SiteState = ShownSite & {
  /** Whether a page is rendered, or its data alone are asked for. */
  isDocument: boolean
  /** Loaders fill it in. */
  serverOnly: ServerOnly
}

export const siteContext = createContext<SiteState>()
