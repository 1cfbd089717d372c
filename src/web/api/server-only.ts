import { createContext } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'

/**
 * Rendered by the server but left out of the loader data sent to browsers. A browser that needs it
 * reads it from the document.
 */
export type ServerOnly = { structuredData?: object; footer?: SiteSettings['footer'] }

export const ServerOnlyContext = createContext<ServerOnly>({})
