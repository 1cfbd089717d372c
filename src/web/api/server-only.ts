import { createContext } from 'react'
import type { SiteSettings } from '#contract/settings/document.ts'

/**
 * Rendered by the server and not sent with the loaders' data: it stands in the document,
 * where the browser reads it if it has to.
 */
export type ServerOnly = { structuredData?: object; footer?: SiteSettings['footer'] }

export const ServerOnlyContext = createContext<ServerOnly>({})
