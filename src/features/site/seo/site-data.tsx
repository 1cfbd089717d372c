import { useRouteLoaderData } from 'react-router'

/** What the root route hands to every page. `publicUrl` has no trailing slash. */
export type SiteData = { publicUrl: string }

const nowhere: SiteData = { publicUrl: '' }

/** The site's data inside a component. */
export function useSiteData(): SiteData {
  return useRouteLoaderData<() => SiteData>('root') ?? nowhere
}

/** The site's data inside a route's `meta`. */
export function siteDataOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): SiteData {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return isSiteData(data) ? data : nowhere
}

function isSiteData(data: unknown): data is SiteData {
  return (
    typeof data === 'object' &&
    data !== null &&
    'publicUrl' in data &&
    typeof data.publicUrl === 'string'
  )
}
