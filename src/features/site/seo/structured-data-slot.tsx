import { useMatches } from 'react-router'
import { JsonLd } from '../../../web/inline-json.tsx'
import { useSiteData } from './site-data.tsx'

/** `handle` export of a page's route; null for no structured data. */
export type PageHandle<LoaderData = unknown> = {
  structuredData(page: {
    publicUrl: string
    loaderData: LoaderData
    params: Record<string, string | undefined>
  }): object | null
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'structuredData' in handle
}

/**
 * Structured data of the current page. Rendered beside `main`, because an element that contains a
 * script is not hidden from assistive technology while a dialog is open.
 */
export function StructuredData() {
  const { publicUrl } = useSiteData()
  const page = useMatches().at(-1)
  if (!page || !isPageHandle(page.handle)) return null
  const { loaderData, params } = page
  const facts = page.handle.structuredData({ publicUrl, loaderData, params })
  return facts && <JsonLd data={facts} />
}
